import { Command } from 'commander';
import { refuseRepeatedOptions } from './refuse-repeats';

/** What a command's module adds to it: options, commands of its own, an action. */
type Define = (command: Command) => void;

/**
 * A command that the list of commands knows by name, arguments and description. The rest is in a module that is loaded
 * when the command is run or asked for its help: nobody waits for what another command needs.
 */
export class LazyCommand extends Command {
  readonly #load: () => Promise<Define>;
  #defined: Promise<void> | null = null;

  constructor(usage: string, description: string, load: () => Promise<Define>) {
    const [name, ...args] = usage.split(' ');
    super(name);
    this.description(description);
    for (const arg of args) this.argument(arg);
    this.#load = load;
  }

  /** Once, however often it is asked for. */
  define(): Promise<void> {
    return (this.#defined ??= this.#load().then((define) => {
      define(this);
      refuseRepeatedOptions(this);
    }));
  }
}

export async function define(command: Command): Promise<void> {
  if (command instanceof LazyCommand) await command.define();
}

export async function defineAll(program: Command): Promise<void> {
  await Promise.all(program.commands.map(define));
}
