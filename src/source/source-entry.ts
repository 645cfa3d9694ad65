import type { Report } from './input-error';

/** One string as its file has it, not judged yet. */
export interface SourceEntry {
  id: unknown;
  content: unknown;
  idLine: number;
  contentLine: number;
}

/** The entries of a text, or null after reporting why it cannot be read. */
export type EntryReader = (text: string, report: Report) => SourceEntry[] | null;
