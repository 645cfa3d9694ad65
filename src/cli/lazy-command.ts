import { Command } from 'commander';
import { refuseRepeatedOptions } from './refuse-repeats';

/** Loads the module of a command. Its `define` adds to the command: options, commands of its own, an action. */
export type Load = () => Promise<{ define: (command: Command) => void }>;

/**
 * A command that the list of commands knows by name, arguments and description. The rest is in a module that is loaded
 * when the command is run or asked for its help: nobody waits for what another command needs.
 */
export class LazyCommand extends Command {
  readonly #load: Load | null;
  #defined: Promise<void> | null = null;

  /** A command that only holds others has these instead of a module. */
  constructor(usage: string, description: string, content: Load | readonly LazyCommand[]) {
    const [name, ...args] = usage.split(' ');
    super(name);
    this.description(description).hook('preSubcommand', (_command, inner) => define(inner));
    for (const arg of args) this.argument(arg);
    this.#load = typeof content === 'function' ? content : null;
    if (typeof content === 'function') return;
    for (const inner of content) this.addCommand(inner);
    this.helpCommand(false);
  }

  override copyInheritedSettings(parent: Command): this {
    for (const inner of this.commands) inner.copyInheritedSettings(parent);
    return super.copyInheritedSettings(parent);
  }

  /** Once, however often it is asked for. */
  define(): Promise<void> {
    return (this.#defined ??= this.#read());
  }

  async #read(): Promise<void> {
    (await this.#load?.())?.define(this);
    refuseRepeatedOptions(this);
  }
}

export async function define(command: Command): Promise<void> {
  if (command instanceof LazyCommand) await command.define();
}

export async function defineAll(program: Command): Promise<void> {
  for (const command of program.commands) {
    await define(command);
    await defineAll(command);
  }
}
