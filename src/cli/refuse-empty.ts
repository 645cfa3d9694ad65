import type { Command } from 'commander';

/** Notes for people, and what an empty text clears. */
const mayBeEmpty: ReadonlySet<string | undefined> = new Set([
  '--reason',
  '--comment',
  '--note',
  '--category',
  '--pic',
]);

/** In a script, an empty value is a variable that nobody has set: what it would name or choose is not known. */
export function refuseEmptyValues(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const isGiven = command.getOptionValueSource(name) === 'cli';
    const isRefused = option.mandatory || !mayBeEmpty.has(option.long);
    if (isGiven && isRefused && hasEmpty(command.getOptionValue(name)))
      command.error(`error: option '${option.flags}' must not be empty`);
  }
  const values: readonly unknown[] = command.processedArgs;
  for (const [place, argument] of command.registeredArguments.entries())
    if (hasEmpty(values[place])) command.error(`error: argument '${argument.name()}' must not be empty`);
}

function hasEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.includes(''));
}
