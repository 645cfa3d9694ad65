/** Amendments change what a running release has not done yet; its record decides whether one comes too late. */
import { utcForm } from '../problems/problem';
import { canonicalJson, isPlain } from '../text/canonical-json';
import { durationText } from '../text/duration';
import { reviewlessFaults } from '../review/four-eyes';
import { announcementTextFault } from './announcement-text';
import type { ReleaseSpec } from './release-file';
import { amendable, type AmendableParts } from './release-input';
import { isOtherText, isPostMade, rewordingFault } from './announcement';
import { reviewDeadlineAtMs } from '../review/review-rules';
import { newLanguages } from './release-languages';
import type { ReleaseRecord } from './release-record';
import { stageOf } from './release-transitions';

const reviewKeys = ['deadline', 'reminders', 'onDeadline'] as const;

type Changes<Parts> = { [Key in keyof Parts]?: Parts[Key] | undefined };

/** null removes a part. */
interface PartChanges extends Changes<Omit<AmendableParts, 'terms'>> {
  terms?: Changes<AmendableParts['terms']> | undefined;
}

export interface Amendment extends PartChanges {
  /** Languages that are neither exported nor announced, translated or not. */
  withoutLanguages?: string[] | undefined;
  withoutAccounts?: string[] | undefined;
}

/** The amendment that makes a release that of a file. `fixed`: keys that the first stages have used already. */
export function amendmentTo(
  spec: ReleaseSpec,
  wanted: ReleaseSpec,
): { amendment: Amendment; fixed: string[] } {
  const [was, is] = [amendable(spec), amendable(wanted)];
  const { terms, supplementLanguages, ...parts } = changesOf(was, is);
  const hasOtherLanguages = differs([...was.supplementLanguages].sort(), [...is.supplementLanguages].sort());
  const fixed = (['project', 'name', 'targetLanguages', 'preflight', 'budget'] as const).filter((key) =>
    differs(spec[key], wanted[key]),
  );
  const fixedTerms = (['scan', 'confirmation'] as const).filter((key) =>
    differs(spec.terms[key], wanted.terms[key]),
  );
  return {
    amendment: {
      ...(terms && { terms: changesOf(was.terms, terms) }),
      ...(hasOtherLanguages && { supplementLanguages }),
      ...parts,
    },
    fixed: [...fixed, ...fixedTerms.map((key) => `terms.${key}`)],
  };
}

function differs(one: unknown, other: unknown): boolean {
  return canonicalJson(one ?? null) !== canonicalJson(other ?? null);
}

function changesOf<Parts extends object>(before: Parts, after: Parts): Partial<Parts> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([key, value]) => differs(old.get(key), value));
  return Object.fromEntries(changed) as Partial<Parts>;
}

export function notAskedYet(
  spec: ReleaseSpec,
  { withoutLanguages, withoutAccounts, ...parts }: Amendment,
): Amendment {
  return {
    ...amendmentTo(spec, withParts(spec, parts)).amendment,
    ...(withoutLanguages && { withoutLanguages }),
    ...(withoutAccounts && { withoutAccounts }),
  };
}

/** The reasons against an amendment, part by part; empty: it is possible now. */
export function amendmentFaults(spec: ReleaseSpec, record: ReleaseRecord, amendment: Amendment): string[] {
  const { terms, supplementLanguages, withoutLanguages = [], withoutAccounts = [] } = amendment;
  const isOfAnnouncement = amendment.announce !== undefined || withoutAccounts.length > 0;
  const faults = [
    terms && reviewFaultOf(spec, record, terms),
    ...(['supplement', 'publish', 'export'] as const).map((stage) =>
      amendment[stage] === undefined ? null : begunFault(record, stage),
    ),
    isOfAnnouncement ? announcedFault(spec, record, amendment) : null,
    ...droppedLanguages(spec, supplementLanguages).map((language) => droppedFault(record, language)),
    supplementLanguages && knownLanguageFault(spec, supplementLanguages),
    withoutLanguages.length > 0 ? leftOutFault(spec, record, withoutLanguages) : null,
    withoutAccounts.length > 0 ? accountsFault(spec, record, amendment) : null,
  ];
  return faults.filter((fault) => typeof fault === 'string');
}

export function amendmentRuleFault({ settings }: ReleaseRecord, { terms = {} }: Amendment): string | null {
  if (settings?.fourEyes !== true) return null;
  const [fault] = reviewlessFaults(terms);
  return fault === undefined ? null : `Nothing was changed: ${fault.key.join('.')} ${fault.message}.`;
}

/** A deadline that has passed would reject or confirm at once, for which there are explicit commands. */
export function deadlineFault(
  spec: ReleaseSpec,
  { review, waitingFor, paused }: ReleaseRecord,
  { terms = {} }: Amendment,
  nowMs: number,
): string | null {
  // A pause or a parked stage extends the deadline when the release continues.
  const isOpen = waitingFor?.kind === 'terms' && paused === null;
  if (terms.deadline === undefined || review === null || !isOpen) return null;
  const dueAtMs = reviewDeadlineAtMs(review, amendedTerms(spec.terms, terms));
  if (dueAtMs > nowMs) return null;
  return `Nothing was changed. The review has been open since ${new Date(review.openedAtMs).toISOString()}, so this deadline is over already (${new Date(dueAtMs).toISOString()}). Give a longer one, or reject or confirm the terms.`;
}

export function amended(
  spec: ReleaseSpec,
  record: ReleaseRecord,
  { withoutLanguages = [], withoutAccounts = [], ...changes }: Amendment,
): ReleaseSpec {
  const parts = withParts(spec, changes);
  const { export: exportTo, announce, ...rest } = parts;
  const accounts = accountsOf(parts, record).filter((id) => !withoutAccounts.includes(id));
  return {
    ...rest,
    supplementLanguages: rest.supplementLanguages.filter((code) => !withoutLanguages.includes(code)),
    ...(exportTo && { export: exportWithout(exportTo, withoutLanguages) }),
    ...(announce && {
      announce: withoutAccounts.length === 0 ? announce : { ...announce, accounts, platforms: [] },
    }),
  };
}

function withParts(spec: ReleaseSpec, changes: PartChanges): ReleaseSpec {
  const { terms, supplementLanguages = spec.supplementLanguages, publish = spec.publish } = changes;
  const { supplement: ownSupplement, export: ownExport, announce: ownAnnounce, ...rest } = spec;
  const { supplement = ownSupplement, export: exportTo = ownExport, announce = ownAnnounce } = changes;
  return {
    ...rest,
    terms: amendedTerms(spec.terms, terms),
    supplementLanguages,
    publish,
    ...(supplement && { supplement }),
    ...(exportTo && { export: exportTo }),
    ...(announce && { announce }),
  };
}

type ExportTo = NonNullable<ReleaseSpec['export']>;

/** When no named language is left, the list is dropped, and the languages of the release are exported. */
function exportWithout({ languages, ...exportTo }: ExportTo, without: readonly string[]): ExportTo {
  const left = languages?.filter((code) => !without.includes(code)) ?? [];
  return left.length === 0 ? exportTo : { ...exportTo, languages: left };
}

export function amendLanguages(record: ReleaseRecord, spec: ReleaseSpec, amendment: Amendment): void {
  const { supplementLanguages = [], withoutLanguages = [] } = amendment;
  const dropped = [...withoutLanguages, ...droppedLanguages(spec, amendment.supplementLanguages)];
  const added = newLanguages(record, supplementLanguages);
  record.lateLanguages = [...record.lateLanguages, ...added].filter((code) => !dropped.includes(code));
  record.languages = record.languages.filter((code) => !withoutLanguages.includes(code));
  if (!isExported(record, withoutLanguages)) return;
  // The files change then, and so does the post that lists their languages. What later stages wait for stays.
  Object.assign(stageOf(record, 'export'), { state: 'pending', endedAt: null });
  record.announcement = null;
}

function isExported(record: ReleaseRecord, languages: readonly string[]): boolean {
  const isOver = stageOf(record, 'export').state === 'done';
  return isOver && languages.some((code) => !record.missingLanguages.includes(code));
}

/** Whether a published post gets another text for the accounts on which it failed. */
export function isRewording(
  spec: ReleaseSpec,
  record: ReleaseRecord,
  { announce, withoutAccounts = [] }: Amendment,
): boolean {
  return isPostMade(record) && withoutAccounts.length === 0 && isOtherText(spec.announce, announce);
}

/** New accounts or templates may not exist, so that the services must be checked first. */
export function isToBeChecked({ export: exportTo, announce, withoutAccounts = [] }: Amendment): boolean {
  return (exportTo ?? announce ?? null) !== null || withoutAccounts.length > 0;
}

export function amendmentText(amendment: Amendment): string {
  const { terms = {}, withoutLanguages = [], withoutAccounts = [], ...parts } = amendment;
  const names = [
    ...reviewKeys.filter((key) => terms[key] !== undefined).map((key) => `terms.${key}`),
    ...Object.entries(parts).flatMap(([key, value]) => (value === undefined ? [] : [key])),
  ];
  return [
    ...(names.length === 0 ? [] : [`amend ${names.join(', ')}`]),
    ...(withoutLanguages.length === 0 ? [] : [`leave out ${withoutLanguages.join(', ')}`]),
    ...(withoutAccounts.length === 0 ? [] : [`announce without ${withoutAccounts.join(', ')}`]),
  ].join('; ');
}

interface AmendedContent {
  spec: ReleaseSpec;
  languages: readonly string[];
}

/** The changes of an amendment, one per part: `time for the term review: was 3 days, now 4 days`. */
export function amendedParts(before: AmendedContent, after: AmendedContent): string[] {
  const [old, fresh] = [before, after].map(({ spec, languages }) => leavesOf({ ...spec, languages }));
  return [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])]
    .map((key) => [key, valueText(key, old?.get(key)), valueText(key, fresh?.get(key))] as const)
    .filter(([, was, is]) => was !== is)
    .map(([key, was, is]) => `${partNames[key] ?? key}: was ${was}, now ${is}`);
}

const partNames: Readonly<Record<string, string>> = {
  'terms.deadline': 'time for the term review',
  'terms.reminders': 'reminders of the term review',
  'terms.onDeadline': 'what happens at the deadline of the term review',
  'announce.text': 'text of the announcement',
  'announce.at': 'time of the announcement',
  'announce.accounts': 'accounts of the announcement',
  'announce.platforms': 'platforms of the announcement',
};

/** Flattens a spec by one level, with the keys of a release file: `terms.deadline`. */
export function leavesOf(content: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const leaves = Object.entries(content).flatMap(([key, value]): [string, unknown][] => {
    if (!isPlain(value)) return [[key, value]];
    const parts = Object.entries(value);
    // A part without content still counts, except the terms, which every release has.
    if (parts.length === 0) return key === 'terms' ? [] : [[key, value]];
    return parts.map(([name, leaf]) => [`${key}.${name}`, leaf]);
  });
  return new Map(leaves);
}

function valueText(key: string, value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  if (Array.isArray(value)) return value.map((one) => valueText(key, one)).join(', ') || 'none';
  if (typeof value === 'number' && key.startsWith('terms.')) return durationText(value);
  if (typeof value !== 'string' || key === 'announce.text') return JSON.stringify(value);
  return key === 'announce.at' ? utcForm.time(value) : value;
}

function droppedLanguages(spec: ReleaseSpec, wanted: readonly string[] = spec.supplementLanguages): string[] {
  return spec.supplementLanguages.filter((code) => !wanted.includes(code));
}

function reviewFaultOf(
  spec: ReleaseSpec,
  record: ReleaseRecord,
  terms: NonNullable<Amendment['terms']>,
): string | null {
  const { deadline, reminders } = amendedTerms(spec.terms, terms);
  if (reminders.some((afterMs) => afterMs >= deadline))
    return 'terms.reminders must all fall before terms.deadline. To change both, give a file.';
  const { state } = stageOf(record, 'confirm');
  const isOver = state === 'done' || state === 'skipped' || (record.review?.decision ?? null) !== null;
  return isOver ? 'terms: the term review is over.' : null;
}

/** What was not sent can be amended, also in a stage that is parked, on hold, paused, or waiting for its turn. */
function begunFault(
  record: ReleaseRecord,
  stage: 'supplement' | 'publish' | 'export' | 'announce',
): string | null {
  const { state } = stageOf(record, stage);
  if (state === 'done' || state === 'skipped') return `${stage}: it is over.`;
  if (record.sending === stage)
    return `${stage}: it is being sent at this moment. Try again in a moment, or pause the release first.`;
  const isStarted =
    (stage === 'supplement' && (record.supplement?.jobId ?? null) !== null) ||
    (stage === 'publish' && record.publishJobId !== null);
  return isStarted ? `${stage}: it is under way.` : null;
}

function announcedFault(spec: ReleaseSpec, record: ReleaseRecord, amendment: Amendment): string | null {
  const { text } = amendment.announce ?? {};
  const textFault = text === undefined ? null : announcementTextFault(text);
  if (textFault !== null) return `announce.text: it ${textFault}.`;
  if (isRewording(spec, record, amendment)) return rewordingFault(record);
  if (isPostMade(record))
    return 'announce: the post is made already. Only its text can be changed, for accounts on which it failed.';
  return begunFault(record, 'announce');
}

function droppedFault(record: ReleaseRecord, language: string): string | null {
  if (record.languages.includes(language))
    return `supplementLanguages: ${language} is translated already. To export and announce without it, keep it in the file and use --without-language ${language}.`;
  return isBeingTranslated(record, language) ? `supplementLanguages: ${language} is being translated.` : null;
}

/** A call whose reply was lost counts as running. */
function isBeingTranslated({ supplement, sending, lostAnswer }: ReleaseRecord, language: string): boolean {
  if (supplement?.languages.includes(language) !== true) return false;
  return supplement.jobId !== null || sending === 'supplement' || lostAnswer !== null;
}

function knownLanguageFault(spec: ReleaseSpec, wanted: readonly string[]): string | null {
  const both = wanted.filter((code) => spec.targetLanguages.includes(code));
  return both.length === 0
    ? null
    : `supplementLanguages: already among the target languages: ${both.join(', ')}.`;
}

function leftOutFault(
  { export: exportTo }: ReleaseSpec,
  record: ReleaseRecord,
  without: readonly string[],
): string | null {
  // An export may name languages that only the project has.
  const all = [...record.languages, ...record.lateLanguages, ...(exportTo?.languages ?? [])];
  const unknown = without.filter((code) => !all.includes(code));
  if (unknown.length > 0) return `This release does not have ${unknown.join(', ')}.`;
  const running = without.filter((code) => isBeingTranslated(record, code));
  if (running.length > 0)
    return `Still being translated: ${running.join(', ')}. Try again when that has ended.`;
  if (record.languages.every((code) => without.includes(code))) return 'No language would be left.';
  if (record.sending === 'export') return 'The export is under way.';
  return isExported(record, without) && isPostMade(record)
    ? `Exported and announced already: ${without.join(', ')}.`
    : null;
}

function accountsFault(
  before: ReleaseSpec,
  record: ReleaseRecord,
  { withoutAccounts: without = [], ...changes }: Amendment,
): string | null {
  const spec = withParts(before, changes);
  if (spec.announce === undefined) return 'There is no announcement to leave an account out of.';
  if (spec.announce.text === undefined) return 'Its accounts are those of the prepared post.';
  const found = (record.settings?.accounts ?? []).map(({ platform }) => platform);
  const unread = spec.announce.platforms.filter((platform) => !found.includes(platform));
  const isRead = record.settings !== null && changes.announce === undefined;
  if (unread.length > 0 && !isRead)
    return `No account on ${unread.join(', ')} is known yet. Apply the file first and leave accounts out then, or name accounts in it instead of platforms.`;
  const unknown = without.filter((id) => !accountsOf(spec, record).includes(id));
  if (unknown.length > 0) return `This release does not announce on ${unknown.join(', ')}.`;
  return accountsOf(spec, record).every((id) => without.includes(id))
    ? 'No account would be left. To announce nothing, take "announce" out of the file.'
    : null;
}

/** Accounts that were found for a platform count as long as the announcement names that platform. */
function accountsOf({ announce }: ReleaseSpec, { settings }: ReleaseRecord): string[] {
  const { accounts = [], platforms = [] } = announce ?? {};
  const found = (settings?.accounts ?? []).filter(({ platform }) => platforms.includes(platform));
  return [...new Set([...accounts, ...found.map(({ id }) => id)])];
}

function amendedTerms(terms: ReleaseSpec['terms'], change: Amendment['terms'] = {}): ReleaseSpec['terms'] {
  return {
    ...terms,
    deadline: change.deadline ?? terms.deadline,
    reminders: change.reminders ?? terms.reminders,
    onDeadline: change.onDeadline ?? terms.onDeadline,
  };
}
