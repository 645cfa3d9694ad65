import type { Report } from './input-error';

/** What a file says of a string for the people who work on it; the services never get it. */
export interface StringNote {
  context?: string;
  comment?: string;
  maxLength?: number;
}

/** One string as its file has it, not judged yet. */
export interface SourceEntry {
  id: unknown;
  content: unknown;
  idLine: number;
  contentLine: number;
  note?: StringNote;
}

/** The entries of a text, or null after reporting why it cannot be read. */
export type EntryReader = (text: string, report: Report) => SourceEntry[] | null;
