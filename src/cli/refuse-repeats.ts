import type { Command, Option } from 'commander';

/** Each time with another part of what is meant. */
const mayBeRepeated: ReadonlySet<string | undefined> = new Set(['--translation']);

/** Of two values for one thing the library takes the last, and whoever gave the first would not be told. */
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
