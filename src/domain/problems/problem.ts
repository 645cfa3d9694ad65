/** Why a release stops, as it is stored: a row of the table of problems, and the facts for the row. */
import type { ApplicationLinks } from '../application-links';
import { sentence } from '../text/sentence';

export interface Problem {
  /** A row of the table, or the code of the service that refused a call. */
  code: string;
  facts: Facts;
  traceIds?: string[];
}

export type Facts = Readonly<Record<string, unknown>>;

/** Facts that any problem may have besides those of its row. */
export interface SharedFacts {
  links?: ApplicationLinks;
  /** The person who ended the release because of the problem, and why. */
  aborted?: { by: string; reason: string | null };
}

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
  /** Absent: the reader has its own links to things. */
  look?: (thing: Thing) => string;
}

/** The form for JSON, the archive and any reader whose time zone is not known. */
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

export interface Row<RowFacts> {
  /** The first line says what happened; further lines are evidence. */
  what: (facts: RowFacts, form: Form) => string;
  kept?: (facts: RowFacts, form: Form) => string;
  /** A limit set for the release was exceeded: commands end with a separate exit code. */
  isGate?: true;
  /** What a person must fix before another attempt can help. */
  fix?: (facts: RowFacts) => string;
  look?: (facts: RowFacts) => readonly Thing[];
  /** The words of a choice where they differ from those of its stage. */
  retry?: (facts: RowFacts) => ChoiceWords;
  skip?: (facts: RowFacts) => ChoiceWords;
  /** The advice where no release can be resolved: after a command that did one thing at a service. */
  alone?: (facts: RowFacts) => string;
}

export const row = <RowFacts>(one: Row<RowFacts>): Row<RowFacts> => one;

export type NoFacts = Readonly<Record<string, never>>;

export const quoted = (text: string): string => sentence(`“${text}”`);

/** Renders `. The service says: “…”.`, or that there is no reason, to follow the text without its full stop. */
export function reasonFrom(who: string, message: string | null): string {
  return message === null || message.trim() === ''
    ? `. ${who} gave no reason.`
    : `. ${who} says: ${quoted(message)}`;
}

export const listed = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');
