/** A release's story for a person at a terminal. */
import type { StoryEntry } from '../client/story';
import { storyLines } from '../client/story-lines';

const labels: Record<StoryEntry['kind'], string> = {
  start: 'START',
  stage: 'STAGE',
  call: 'call',
  wait: 'wait',
  message: 'event',
  end: 'END',
};

export function storyText(story: readonly StoryEntry[]): string {
  return storyLines(story)
    .map(({ at, kind, text }) => `${stamp(at)}  ${labels[kind].padEnd(5)}  ${text}`)
    .join('\n');
}

const stamp = (at: string): string => `${at.slice(0, 19).replace('T', ' ')}Z`;
