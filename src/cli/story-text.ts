/** A release's story for a person at a terminal. */
import type { StoryEntry } from '../client/story-from-history';
import type { StoryLine } from '../client/story-line';
import { storyLines } from '../client/story-in-words';
import { timeText } from './time-text';

/** As wide as the longest name of a stage. */
const STAGE_WIDTH = 10;

export function storyText(story: readonly StoryEntry[], { calls = false } = {}): string {
  return storyLines(story)
    .filter(({ technical }) => calls || !technical)
    .map(lineText)
    .join('\n');
}

function lineText({ at, stage, text, until, technical }: StoryLine): string {
  const told = until === null ? text : `${text} ${timeText(until)}`;
  return `${timeText(at)}  ${(stage ?? '').padEnd(STAGE_WIDTH)}  ${technical ? `  ${told}` : told}`;
}
