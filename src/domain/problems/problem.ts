/** Why a release stops, as it is stored: a row of the table of problems, and the facts for the row. */
import type { ApplicationLinks } from '../application-links';
import { sentence } from '../text/sentence';

export interface Problem {
  /** A row of the table, or the code of the service that refused a call. */
  code: string;
  facts: Facts;
  /** Of the calls that it is about. */
  traceIds?: string[];
}

export type Facts = Readonly<Record<string, unknown>>;

/** Facts that any problem may have besides those of its row. */
export interface SharedFacts {
  /** Pages of the application that a sentence sends its reader to. */
  links?: ApplicationLinks;
  /** Who ended the release because of it, and why. */
  aborted?: { by: string; reason: string | null };
}

/** Something at a service that a person can look at. */
export interface Thing {
  kind: 'task' | 'job' | 'post';
  id: string;
}

export interface Account {
  id: string;
  platform: string;
  handle?: string | undefined;
}

/** How a problem is rendered: where the page, a terminal, a notice and the JSON of a status differ. */
export interface Form {
  time: (iso: string) => string;
  /** How this reader looks at something; absent: by links of their own. */
  look?: (thing: Thing) => string;
}

/** In JSON, in the archive and wherever the reader's zone is not known. */
export const utcForm: Form = {
  time(iso) {
    const at = new Date(iso);
    return Number.isNaN(at.getTime())
      ? iso
      : `${at.toISOString().slice(0, 19).replace('T', ' ').replace(/:00$/, '')} UTC`;
  },
};

export interface ChoiceWords {
  label: string;
  /** One sentence. */
  consequence: string;
}

/** One reason for which a release does not go on. */
export interface Row<RowFacts> {
  /** What happened; further lines are evidence. */
  what: (facts: RowFacts, form: Form) => string;
  kept?: (facts: RowFacts, form: Form) => string;
  /** A limit that was set for the release said no: commands end with an exit code of its own. */
  isGate?: true;
  /** What a person has to see to before another attempt can help. */
  fix?: (facts: RowFacts) => string;
  /** What there is to look at. */
  look?: (facts: RowFacts) => readonly Thing[];
  /** The words of a choice where they are other than those of its stage. */
  retry?: (facts: RowFacts) => ChoiceWords;
  skip?: (facts: RowFacts) => ChoiceWords;
  /** What to do about it where no release can be resolved: after a command that did one thing at a service. */
  alone?: (facts: RowFacts) => string;
}

export const row = <RowFacts>(one: Row<RowFacts>): Row<RowFacts> => one;

/** A row that needs no facts. */
export type NoFacts = Readonly<Record<string, never>>;

/** Quotes a message of a service or a platform, as the end of a sentence. */
export const quoted = (text: string): string => sentence(`“${text}”`);

/** `: it says “…”.`, or a sentence that there is no reason. */
export function reasonFrom(who: string, message: string | null): string {
  return message === null || message.trim() === ''
    ? `. ${who} gave no reason.`
    : `. ${who} says: ${quoted(message)}`;
}

export const listed = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
