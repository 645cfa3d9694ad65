/** Describes a message to a release in words: "edited 3 terms", "decided to retry". */
import { asObject } from '../../http/replies/reply-text';
import { actionLabel } from '../../domain/problems/choices';
import type { Decision } from '../../domain/release/status';
import { counted } from '../../domain/text/counted';

type Details = Record<string, unknown>;

/** Leaves out the author. null: the message is internal and no action of a person. */
export function describeMessage(message: string, details: Details, at = ''): string | null {
  if (internalMessages.has(message)) return null;
  if (message === 'amend' && isAnnouncedNow(details, at)) return 'announced it now';
  return actions[message]?.(details) ?? `said "${plainName(message)}"`;
}

/** Describes a recorded decision in the words of its message. */
export function decisionWords({ what, changes, at }: Pick<Decision, 'what' | 'changes' | 'at'>): string {
  const { message, details } = decisionMessage({ what, changes });
  const [verb = '', ...rest] = message.split(' ');
  const pastTense = Object.keys(verbs).find((past) => verbs[past] === verb);
  if (actions[message] === undefined && pastTense !== undefined) return [pastTense, ...rest].join(' ');
  return describeMessage(message, details, at) ?? what;
}

/** Restores the message from the stored words of a decision. */
export function decisionMessage({ what, changes }: Pick<Decision, 'what' | 'changes'>): {
  message: string;
  details: Details;
} {
  if (changes !== undefined) return { message: 'amend', details: { changes } };
  const [, verb = what, rest = ''] =
    /^(confirm terms|reject terms|resolve|add languages|pause|resume|cancel)\b ?(.*)$/.exec(what) ?? [];
  if (verb === 'resolve') return { message: verb, details: { action: rest } };
  if (verb === 'add languages') return { message: 'addLanguages', details: { languages: rest.split(', ') } };
  return { message: verb.replace(/ terms$/, ''), details: {} };
}

/** Allows for the difference between two machines' clocks. */
const ABOUT_NOW_MS = 60_000;

/** Only the announcement's time, and perhaps its quiet hours, were changed, to the time of the message. */
function isAnnouncedNow({ changes }: Details, at: string): boolean {
  const lines: unknown[] = Array.isArray(changes) ? changes : [];
  const [, time = ''] = /^time of the announcement: .* now (.*)$/.exec(String(lines[0])) ?? [];
  const isOnlyTime = lines.slice(1).every((change) => String(change).startsWith('quiet hours: '));
  return isOnlyTime && Date.parse(time) <= Date.parse(at) + ABOUT_NOW_MS;
}

const internalMessages = new Set([
  'acceptTerms',
  'callback',
  'matchTermbase',
  'refreshTerms',
  'publishTurn',
  'replace',
]);

const confirmed = (): string => 'confirmed the terms';
const rejected = (): string => 'rejected the terms';

const actions: Readonly<Record<string, (details: Details) => string>> = {
  confirm: confirmed,
  confirmTerms: confirmed,
  reject: rejected,
  rejectTerms: rejected,
  editTerms: ({ termIds, edit }) => `edited ${terms(termIds)}${fields(edit)}`,
  deleteTerms: ({ termIds }) => `deleted ${terms(termIds)}`,
  commentTerm: ({ termId, term }) => `commented on ${String(termId)} (${String(term)})`,
  keepTermbase: ({ termIds }) => `kept what the termbase has for ${terms(termIds)}`,
  markTerms: ({ termIds, removed }) =>
    removed === false ? `restored ${terms(termIds)}` : `marked ${terms(termIds)} to be deleted`,
  resolve: ({ action, label }) =>
    `decided “${typeof label === 'string' ? label : actionLabel(String(action))}”`,
  addLanguages: ({ languages }) => `added ${Array.isArray(languages) ? languages.join(', ') : 'languages'}`,
  amend: ({ amendment, changes }) =>
    `changed what it asks for: ${(Array.isArray(changes) && changes.length > 0 ? changes : amended(asObject(amendment) ?? {})).join('; ')}`,
  pause: () => 'paused the release',
  resume: () => 'resumed the release',
  cancel: () => 'cancelled the release',
};

/** `tried to …` for a refused message. */
export function attemptWords(words: string): string {
  return words.replace(/^\w+/, (verb) => verbs[verb] ?? verb);
}

const verbs: Readonly<Record<string, string>> = {
  confirmed: 'confirm',
  rejected: 'reject',
  edited: 'edit',
  deleted: 'delete',
  commented: 'comment',
  kept: 'keep',
  restored: 'restore',
  marked: 'mark',
  decided: 'decide',
  added: 'add',
  announced: 'announce',
  changed: 'change',
  paused: 'pause',
  resumed: 'resume',
  cancelled: 'cancel',
  said: 'say',
};

const amendedParts: Readonly<Record<string, string>> = {
  terms: 'the term review',
  supplementLanguages: 'late languages',
  supplement: 'how late languages are translated',
  publish: 'whether to publish',
  export: 'the export',
  announce: 'the announcement',
};

function amended({ withoutLanguages, withoutAccounts, ...parts }: Details): string[] {
  const names = (list: unknown): string => (Array.isArray(list) ? list.join(', ') : '');
  return [
    ...Object.keys(parts).map((part) => amendedParts[part] ?? part),
    ...(withoutLanguages === undefined ? [] : [`no ${names(withoutLanguages)}`]),
    ...(withoutAccounts === undefined ? [] : [`no announcement on ${names(withoutAccounts)}`]),
  ];
}

function terms(ids: unknown): string {
  return counted(Array.isArray(ids) ? ids.length : 1, 'term');
}

function fields(edit: unknown): string {
  const { translations, ...others } = asObject(edit) ?? {};
  const names = [...Object.keys(others), ...Object.keys(asObject(translations) ?? {})];
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

/** Splits camel case: `extendDeadline` becomes "extend deadline". */
const plainName = (message: string): string => message.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
