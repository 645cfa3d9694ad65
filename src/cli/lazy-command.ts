import { Command, type Option } from 'commander';

export type Definition = (command: Command) => void;

type Load = () => Promise<Definition | undefined>;

/**
 * A command whose name, arguments and description are known at once. The rest is in a module that is loaded when the
 * command runs or shows its help, so that no command pays for the imports of another.
 */
export class LazyCommand extends Command {
  readonly #load: Load | null;
  #defined: Promise<void> | null = null;

  /** A command group gets its commands instead of a definition. */
  constructor(usage: string, description: string, content: Load | readonly Command[]) {
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

  define(): Promise<void> {
    return (this.#defined ??= this.#read());
  }

  async #read(): Promise<void> {
    (await this.#load?.())?.(this);
    refuseRepeatedOptions(this);
    nameInHelp(this);
  }
}

/** Replaces the library's error hint, so that a mistyped command leads to its own help. */
function nameInHelp(command: Command): void {
  command.showHelpAfterError(
    `(Run "locrelease ${wordsOf(command)} --help" to see how it is used, or "locrelease --help" to see all commands.)`,
  );
  if (command.commands.length > 0) command.helpCommand('help [command]', 'Show the help of a command.');
  for (const inner of command.commands) nameInHelp(inner);
}

export const wordsOf = (command: Command): string =>
  command.parent === null ? '' : `${wordsOf(command.parent)} ${command.name()}`.trim();

export async function define(command: Command): Promise<void> {
  if (command instanceof LazyCommand) await command.define();
}

export async function defineAll(program: Command): Promise<void> {
  for (const command of program.commands) {
    await define(command);
    await defineAll(command);
  }
}

/** Each occurrence of these adds another value. */
const mayBeRepeated: ReadonlySet<string | undefined> = new Set(['--translation']);

/** Of two values for one option the library would silently take the last. */
export function refuseRepeatedOptions(command: Command): void {
  for (const option of command.options.filter(takesOneValue)) {
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`error: option '${option.flags}' is given more than once; give it once`);
      isGiven = true;
    });
  }
  for (const inner of command.commands) refuseRepeatedOptions(inner);
}

function takesOneValue({ required, optional, variadic, long }: Option): boolean {
  return (required || optional) && !variadic && !mayBeRepeated.has(long);
}
