/** The table of problems, in the same words for a terminal, the page, notices, reports and JSON. */
import { withLinks, type ApplicationLinks } from '../application-links';
import { sentence } from '../text/sentence';
import { callRows, endRows, refusalRow, waitRows, workRows } from './call-and-end-problems';
import { utcForm, type Facts, type Form, type Problem, type Row, type SharedFacts } from './problem';
import { parkingRows } from './parking-reasons';

export const problemRows = { ...parkingRows, ...callRows, ...endRows, ...waitRows, ...workRows };

type Rows = typeof problemRows;
export type ProblemCode = keyof Rows;
export type FactsOf<Code extends ProblemCode> = Parameters<Rows[Code]['what']>[0];

/** The only way to create a problem: it checks the facts against the row of the code. */
export function problemOf<Code extends ProblemCode>(
  code: Code,
  facts: FactsOf<Code>,
  traceId: string | null = null,
): Problem {
  return { code, facts: facts as Facts, ...(traceId !== null && { traceIds: [traceId] }) };
}

/** null: a later version wrote the problem, and its stored message is used. */
export function rowOf({ code, facts }: Pick<Problem, 'code' | 'facts'>): Row<never> | null {
  if ('refusedBy' in facts) return refusalRow;
  return Object.hasOwn(problemRows, code) ? problemRows[code as ProblemCode] : null;
}

export function isGate({ code }: Pick<Problem, 'code'>): boolean {
  return rowOf({ code, facts: {} })?.isGate === true;
}

export interface ProblemText {
  what: string;
  evidence: string[];
  kept: string;
  fix: string;
  /** How the reader can check the things at the service; empty: there is no way. */
  look: string[];
}

/** `facts` may come from another process: where the row lacks one, the stored message is used. */
export function describeProblem(
  problem: Pick<Problem, 'code' | 'facts'> & { message?: string },
  form: Form,
): ProblemText {
  const { message } = problem;
  try {
    const row = rowOf(problem);
    if (row !== null) return textOfRow(row, problem.facts, form);
  } catch (error) {
    if (message === undefined) throw error;
  }
  return { ...linesOf(message ?? ''), kept: '', fix: '', look: [] };
}

function textOfRow(row: Row<never>, facts: Facts, form: Form): ProblemText {
  const { links = {}, aborted } = facts as SharedFacts;
  const known = facts as never;
  const linked = (text: string): string => withLinks(text, links);
  const what = row.what(known, form);
  if (aborted !== undefined) {
    const { by, reason } = aborted;
    const why = reason === null ? '' : ` Reason: ${sentence(reason)}`;
    const text = `Aborted by ${by}.${why} The problem had been: ${what}`;
    return { ...linesOf(text), kept: row.kept?.(known, form) ?? '', fix: '', look: [] };
  }
  return {
    ...linesOf(linked(what)),
    kept: linked(row.kept?.(known, form) ?? ''),
    fix: linked(row.fix?.(known) ?? ''),
    look: form.look === undefined ? [] : (row.look?.(known) ?? []).map((thing) => form.look?.(thing) ?? ''),
  };
}

function linesOf(text: string): Pick<ProblemText, 'what' | 'evidence'> {
  const [what = '', ...evidence] = text.split('\n');
  return { what, evidence };
}

export function textOf(problem: Parameters<typeof describeProblem>[0], form: Form = utcForm): string {
  const { what, evidence, kept, fix, look } = describeProblem(problem, form);
  const rest = [kept, fix, ...look].filter((part) => part !== '').join(' ');
  if (evidence.length > 0) return [what, ...evidence, ...(rest === '' ? [] : [rest])].join('\n');
  return rest === '' ? what : `${what} ${rest}`;
}

/** The text for a person who requested a single piece of work at a service, without a release to resolve. */
export function aloneText(problem: Problem, form: Form): string {
  const text = textOf(problem, form);
  const next = rowOf(problem)?.alone?.(problem.facts as never) ?? '';
  return next === '' ? text : `${text} ${next}`;
}

/** Adds the addresses of the application's pages that the text names. */
export function withApplication(problem: Problem, links: ApplicationLinks): Problem {
  const isNamed = /\bin the application\b/.test(textOf(problem));
  return isNamed && Object.keys(links).length > 0
    ? { ...problem, facts: { ...problem.facts, links } }
    : problem;
}
