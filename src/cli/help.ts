/** Help of commands and subcommands that are loaded only now, and suggestions for unknown commands. */
import type { Command } from 'commander';
import { nearestWord } from '../domain/text/suggest-word';
import { define, defineAll } from './lazy-command';

export function help(command: Command): void {
  command.allowUnknownOption().action(async (words: string[]) => {
    let asked = command.parent ?? command;
    for (const word of words) {
      const named = asked.commands.find((inner) => inner.name() === word);
      if (named === undefined) {
        asked.outputHelp({ error: true });
        return refuse(asked, word);
      }
      await define(named);
      asked = named;
    }
    asked.help();
  });
}

export function suggest(command: Command): void {
  command.allowUnknownOption().action(([word = '']: string[]) => refuse(command.parent ?? command, word));
}

async function refuse(asked: Command, word: string): Promise<never> {
  await defineAll(asked);
  const known = wordsIn(asked).sort((one, other) => one.length - other.length);
  const nearest = nearestWord(
    word,
    known.map((words) => words.at(-1) ?? ''),
  );
  const meant = known.find((words) => words.at(-1) === nearest);
  const suggestion = meant === undefined ? '' : `\n(Did you mean ${meant.join(' ')}?)`;
  return asked.error(`error: unknown command '${word}'${suggestion}`);
}

function wordsIn(command: Command): string[][] {
  const { commands, options } = command;
  const inner = command.createHelp().visibleCommands(command);
  return [
    ...inner.map((each) => [each.name()]),
    ...options.flatMap(({ long }) => (long === undefined ? [] : [[long]])),
    ...commands.flatMap((each) => wordsIn(each).map((words) => [each.name(), ...words])),
  ];
}
