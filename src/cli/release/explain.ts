import type { Command } from 'commander';
import type { StoryEntry } from '../../client/stories/story-from-history';
import type { StoryLine } from '../../protocol/console-api';
import { storyLines } from '../../client/stories/story-in-words';
import { setUp } from '../command';
import { flag } from '../command-options';
import { ARCHIVED_NOTE } from './status-text';
import { timeText } from '../terminal/terminal-form';

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

/** As wide as the longest name of a stage. */
const STAGE_WIDTH = 10;

export function storyText(story: readonly StoryEntry[], { calls = false } = {}): string {
  return storyLines(story)
    .filter(({ technical }) => calls || !technical)
    .map(lineText)
    .join('\n');
}

function lineText({ at, stage, text, until, technical }: StoryLine): string {
  const line = until === null ? text : `${text} ${timeText(until)}`;
  return `${timeText(at)}  ${(stage ?? '').padEnd(STAGE_WIDTH)}  ${technical ? `  ${line}` : line}`;
}
