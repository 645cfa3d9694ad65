import type { Command } from 'commander';
import { setUp } from './command';
import { flag } from './command-options';
import { ARCHIVED_NOTE } from './status-text';
import { storyText } from './story-text';

export function define(command: Command): void {
  setUp(command, {
    options: { calls: flag('Show each call, wait and message too.') },
    examples: ['explain game-2.4.0', 'explain game-2.4.0 --calls'],
    run: async ({ ask, terminal }, options, id: string) => {
      const { story, archived } = await ask('explain', { id });
      if (archived) terminal.say(`${ARCHIVED_NOTE} Each call and wait is no longer known.`);
      terminal.data({ id, archived, story }, (shown) => storyText(shown.story, options));
    },
  });
}
