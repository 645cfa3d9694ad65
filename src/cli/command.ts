/** Builds commands from their specification: options, help and action, with the backend opened for it. */
import type { Command } from 'commander';
import { parseReleaseName } from '../client/releases/release-name';
import { releaseId } from '../domain/release/identity';
import type { Ask, Backend } from '../operations/backend';
import type { LocalBackend } from '../operations/local-backend';
import { asOption, outputOption, type Given, type Speaker } from './command-options';
import { wordsOf, type Definition } from './lazy-command';
import { InputError } from '../source/input-error';
import { createTerminal, type Format, type Terminal } from './terminal/terminal';
import { withBackend, withLocalBackend } from './with-backend';

type Options = Readonly<Record<string, Given<unknown>>>;
type Kept<Of extends Options, Always extends boolean> = {
  [
    Name in keyof Of as Of[Name] extends Given<Speaker>
      ? never
      : Of[Name] extends Given<unknown, Always>
        ? Name
        : never
  ]: Of[Name] extends Given<infer Value> ? Value : never;
};
/** The options as the command receives them: an option that was not given has no key. */
export type Values<Of extends Options> = Kept<Of, true> & Partial<Kept<Of, false>>;

export interface At<Place extends Backend = Backend> {
  backend: Place;
  ask: Ask;
  terminal: Terminal;
}

/** `args` are the command's arguments; the id of a release already includes its project. */
type Act<Place, Of extends Options> = (
  at: Place,
  given: Values<Of>,
  ...args: never[]
) => Promise<void> | void;

interface Spec<Of extends Options> {
  /** By camel-case name: `dryRun` is `--dry-run`. `-o` is added to every command. */
  options?: Of;
  choices?: Readonly<Record<string, readonly string[]>>;
  help?: string;
  /** Printed after the findings of an invalid input file: `Nothing was started.` */
  kept?: string;
  /** Each without the program's name. */
  examples?: readonly string[];
  /** Runs on this machine, or at the chosen gateway. */
  run?: Act<At, Of>;
  /** Runs on this machine only; refused when a gateway is chosen. */
  runHere?: Act<At<LocalBackend>, Of>;
  /** Runs without a backend. */
  runAlone?: Act<Terminal, Of>;
}

export function add<Of extends Options>(
  parent: Command,
  usage: string,
  { description, isDefault = false, ...spec }: Spec<Of> & { description: string; isDefault?: boolean },
): void {
  command(spec)(parent.command(usage, { isDefault }).description(description));
}

export function command<Of extends Options>(spec: Spec<Of>): Definition {
  const { choices = {}, kept, run, runHere, runAlone } = spec;
  const options: Options = { output: outputOption, ...spec.options };
  return (made) => {
    for (const [name, option] of Object.entries(options)) made.addOption(option.named(flagOf(name)));
    for (const argument of made.registeredArguments) {
      if (argument.name() === 'id') argument.argParser(wholeId);
      const allowed = choices[argument.name()];
      if (allowed !== undefined) argument.choices(allowed);
    }
    made.addHelpText('after', helpText(spec)).action(async () => {
      refuseEmptyValues(made);
      const { output = 'text', as, ...others } = made.opts<{ output?: Format; as?: string }>();
      const { context } = made.optsWithGlobals<{ context?: string }>();
      const isSpeaker = options.as === asOption;
      const backendOptions = { context, as: isSpeaker ? as : undefined };
      const terminal = createTerminal(output);
      const rest = [
        given(isSpeaker ? others : { ...others, as }) as Values<Of>,
        ...(made.processedArgs as never[]),
      ] as const;
      const at = <Place extends Backend>(backend: Place) => ({ backend, ask: backend.ask, terminal });
      try {
        await runAlone?.(terminal, ...rest);
        if (run !== undefined)
          await withBackend(async (backend) => run(at(backend), ...rest), backendOptions);
        if (runHere !== undefined)
          await withLocalBackend(
            wordsOf(made),
            async (backend) => runHere(at(backend), ...rest),
            backendOptions,
          );
      } catch (error) {
        throw error instanceof InputError ? new InputError(error.findings, kept) : error;
      }
    });
  };
}

export function given<Some extends object>(
  values: Some,
): { [Name in keyof Some]?: Exclude<Some[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** An empty id stays empty, so that refuseEmptyValues reports it. */
const wholeId = (id: string): string => (id === '' ? id : releaseId(parseReleaseName(id)));

/** An empty value of these clears the field or leaves out the note. */
const mayBeEmpty: ReadonlySet<string | undefined> = new Set([
  '--reason',
  '--comment',
  '--note',
  '--category',
  '--pic',
]);

/** An empty value usually comes from an unset variable in a script. */
function refuseEmptyValues(made: Command): void {
  for (const option of made.options) {
    const isRefused = option.mandatory || !mayBeEmpty.has(option.long);
    if (isRefused && hasEmpty(made.getOptionValue(option.attributeName())))
      made.error(`error: option '${option.flags}' must not be empty`);
  }
  for (const [place, argument] of made.registeredArguments.entries())
    if (hasEmpty(made.processedArgs[place]))
      made.error(`error: argument '${argument.name()}' must not be empty`);
}

function hasEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.includes(''));
}

function helpText({ help, examples = [] }: Pick<Spec<never>, 'help' | 'examples'>): string {
  const text = help === undefined ? '' : `\n${wrapped(help)}`;
  if (examples.length === 0) return text;
  const lines = examples.map((example) => `\n  locrelease ${example}`).join('');
  return `${text === '' ? '' : `${text}\n`}\nExample${examples.length === 1 ? '' : 's'}:${lines}`;
}

/** Joins continuation lines and wraps them again; list items and lines after the end of a sentence stay separate. */
function wrapped(help: string): string {
  const lines = help.replace(/^(\S.*[^.:\n])\n(?=\S)(?!.* {2})/gm, '$1 ').split('\n');
  return lines.map((line) => line.replace(/(?=.{121})(.{1,120}) /g, '$1\n')).join('\n');
}
