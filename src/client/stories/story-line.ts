import type { StoryEntry } from './story-from-history';

/** One line of a release's story, as people read it. */
export interface StoryLine {
  at: string;
  kind: StoryEntry['kind'];
  /** In which it happened; null: before the first one, or after the last. */
  stage: string | null;
  text: string;
  /** The time that ends the text: when it goes on, or is tried again. */
  until: string | null;
  /** How a call, a wait or a message came out; `open`: not yet. */
  outcome: string | null;
  /** How it was done, which only some want to know. */
  technical: boolean;
}
