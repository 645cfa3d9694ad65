/** What somebody said to a release, as a person would tell it: "edited 3 terms", "decided to retry". */
import { asObject } from '../../http/replies/reply-text';
import { counted } from '../../domain/text/counted';

type Details = Record<string, unknown>;

/** Without who said it; null: it is part of how a page or a queue works, and no deed. */
export function describeMessage(message: string, details: Details): string | null {
  if (mechanics.has(message)) return null;
  return actions[message]?.(details) ?? `said "${plainName(message)}"`;
}

const mechanics = new Set([
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
  resolve: ({ action }) => `decided: ${typeof action === 'string' ? action : 'resolve'}`,
  addLanguages: ({ languages }) => `added ${Array.isArray(languages) ? languages.join(', ') : 'languages'}`,
  amend: ({ amendment, changes }) =>
    `changed what it asks for: ${(Array.isArray(changes) && changes.length > 0 ? changes : amended(asObject(amendment) ?? {})).join('; ')}`,
  pause: () => 'paused the release',
  resume: () => 'resumed the release',
  cancel: () => 'cancelled the release',
};

/** `tried to …`: the same in words for what was not done. */
export function attemptWords(said: string): string {
  return said.replace(/^\w+/, (verb) => verbs[verb] ?? verb);
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

/** Which fields an edit sets, each translation by its language. */
function fields(edit: unknown): string {
  const { translations, ...others } = asObject(edit) ?? {};
  const names = [...Object.keys(others), ...Object.keys(asObject(translations) ?? {})];
  return names.length === 0 ? '' : ` (${names.join(', ')})`;
}

/** `extendDeadline` as people write it. */
const plainName = (message: string): string => message.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
