/** Plans a release without doing any of it: files and services are only read. */
import { plannedLanguages, type ReleaseCheck } from '../../checks/check-release';
import { nothingFound } from '../../checks/findings';
import { estimateOf } from '../../domain/cost';
import { releaseId, type ReleaseName } from '../../domain/release/identity';
import type { ReleaseSpec } from '../../domain/release/release-file';
import type { ReleaseSource, ReleaseInput } from '../../domain/release/release-input';
import { sentence } from '../../domain/text/sentence';
import { postedText } from '../../social/posted-text';
import { textLength } from '../../domain/release/announcement-text';
import type { ReleasePlan } from '../../protocol/draft-api';
import { measuredSnapshot } from '../../source/read-apart';
import type { SnapshotMeasures } from '../../source/snapshot-jobs';
import { canonicalJson } from '../../domain/text/canonical-json';
import { sourceContent } from '../../domain/release/release-content';
import { StoreError } from '../../store/store-error';
import type { StoreReader } from '../../store/unwritten-store';
import type { RequestedRelease } from './prepare-release';
import { checkStart, located, type StartAccess, type StartCheck } from './check-before-start';
import { AlreadyAnnounced, BadRequest } from '../errors';
import { callsInAll, plannedStages } from './planned-stages';
import { decideStart, type Started } from '../releases/start-release';
import type { ArchivedReleases } from '../records/archived-releases';

export interface PlanAccess extends StartAccess {
  config: StartAccess['config'] & { minCheckIntervalMs: number };
}

export async function planRelease(
  requested: RequestedRelease,
  access: PlanAccess,
  { announceAgain = false }: { announceAgain?: boolean | undefined } = {},
): Promise<ReleasePlan> {
  const { spec, source } = requested.input;
  const { project, name, targetLanguages, supplementLanguages, budget } = spec;
  const before = await releasedBefore(spec, access);
  const { words, changes } = await measured(source, before?.snapshot ?? null, access);
  const languages = [...targetLanguages, ...supplementLanguages];
  const decision = await decided(requested, access, announceAgain);
  const check = await checkUnlessThere(requested, access, decision);
  const { stops, overBudget } = check;
  const isOpen = decision.refusals.length + stops.length === 0 && overBudget === null;
  const ready = decision.isThere || isOpen;
  const stages = plannedStages(spec, access.config.minCheckIntervalMs);
  return {
    id: releaseId(spec),
    project,
    name,
    ready,
    findings: [...decision.refusals, ...stops.map(({ message }) => message)],
    places: located(requested, stops),
    overBudget: overBudget?.sentence ?? null,
    start: ready ? decision.start : null,
    isAnnouncedBefore: decision.isAnnouncedBefore,
    warnings: [...requested.doubts, ...check.warnings],
    unchecked: check.unchecked,
    notes: [
      ...lossNotes(spec, check),
      ...(decision.isThere ? [] : await paidNotes(requested.input, access.archive)),
    ],
    source: { ...fromWhere(spec, source, requested.files), strings: stringsOf(source), words },
    languages: { target: targetLanguages, supplement: supplementLanguages },
    estimate:
      words === null
        ? null
        : { ...estimateOf(words, languages, access.config.prices), wordsCountedBy: 'locrelease' },
    budget: budget === undefined ? null : { words: budget.words ?? null, cost: budget.cost ?? null },
    changes: before && { id: before.id, endedAt: before.endedAt, strings: changes },
    stages,
    calls: callsInAll(stages),
    review: planReview(spec),
    export: planExport(spec, check.found),
    announcement: planAnnouncement(spec, check.found, stringsOf(source)),
  };
}

/** Files that only the service downloads cannot be measured here. */
async function measured(
  source: ReleaseSource,
  before: Buffer | null,
  { store, readsFiles = false }: PlanAccess,
): Promise<SnapshotMeasures> {
  if (source.kind === 'url') return { words: null, changes: null };
  return measuredSnapshot({ snapshot: await store.get(source.sha256), before }, readsFiles);
}

const stringsOf = (source: ReleaseSource): number | null => (source.kind === 'url' ? null : source.strings);

interface Decision extends Pick<ReleasePlan, 'start' | 'isAnnouncedBefore'> {
  refusals: string[];
  /** An existing release would be attached to, so nothing more is checked. */
  isThere: boolean;
}

/** A start that attaches calls no service, so errors of the services do not stop its plan. */
async function checkUnlessThere(
  { input }: RequestedRelease,
  access: PlanAccess,
  decision: Decision,
): Promise<StartCheck> {
  try {
    return await checkStart(input, access);
  } catch (error) {
    if (!decision.isThere || !(error instanceof Error)) throw error;
    const unchecked = [sentence(error.message)];
    return { ...nothingFound, overBudget: null, unchecked, lost: [], found: null };
  }
}

/** The outcome of a start according to Temporal and the archive, or its refusal. The services are not called. */
async function decided(
  { input, file }: RequestedRelease,
  { temporal, store, archive }: PlanAccess,
  announceAgain: boolean,
): Promise<Decision> {
  try {
    const { outcome } = await decideStart(temporal, { input, file, store, archive, announceAgain });
    return {
      start: { outcome: outcomes[outcome], isTemporalAsked: temporal !== null },
      refusals: [],
      isAnnouncedBefore: false,
      isThere: outcome === 'attached' || outcome === 'ended',
    };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return {
      start: null,
      refusals: [onOneLine(error.message)],
      isAnnouncedBefore: error instanceof AlreadyAnnounced,
      isThere: false,
    };
  }
}

function onOneLine(message: string): string {
  const [first = '', ...others] = message.split('\n').map((line) => line.trim());
  const way = others.pop();
  return way === undefined ? first : `${first} The difference: ${others.join('; ')}. ${way}`;
}

const outcomes = {
  started: 'start',
  replaced: 'replace',
  attached: 'attach',
  ended: 'nothing',
} as const satisfies Record<Started['outcome'], string>;

function fromWhere(
  spec: ReleaseSpec,
  source: ReleaseSource,
  files: number | null,
): Pick<ReleasePlan['source'], 'from' | 'files'> {
  // The query may be the signature of a link.
  if (source.kind === 'url') return { from: source.url };
  if ('url' in spec.source) return { from: spec.source.url };
  const isList = spec.source.directory !== undefined;
  return { from: [spec.source.file].flat().join(', '), ...(isList && files !== null && { files }) };
}

function planReview({ terms }: ReleaseSpec): ReleasePlan['review'] {
  if (!terms.scan || terms.confirmation !== 'operator') return null;
  return { deadlineMs: terms.deadline, remindersMs: terms.reminders, onDeadline: terms.onDeadline };
}

function planExport(spec: ReleaseSpec, found: ReleaseCheck | null): ReleasePlan['export'] {
  if (spec.export === undefined) return null;
  const template = found?.template ?? null;
  const { minimumComplete, waivers = [], directory } = spec.export;
  return {
    templateId: template?.id ?? null,
    templateName: template?.name ?? spec.export.template ?? 'default',
    languages: plannedLanguages(spec, template),
    directory,
    minimums: Object.entries(minimumComplete).map(([language, percent]) => {
      const waiver = waivers.find((waived) => waived.language === language);
      return {
        language,
        percent,
        waiver: waiver === undefined ? null : { percent: waiver.minimum, by: waiver.by, until: waiver.until },
      };
    }),
  };
}

/** Unless languages were allowed to be lost, a warning or a stop reports them. */
function lossNotes({ loseLanguages }: ReleaseSpec, { lost }: StartCheck): string[] {
  return loseLanguages && lost.length > 0
    ? [
        `Its publish takes ${lost.join(', ')} from strings of the project, or may do so. loseLanguages allows it.`,
      ]
    : [];
}

function planAnnouncement(
  spec: ReleaseSpec,
  found: ReleaseCheck | null,
  strings: number | null,
): ReleasePlan['announcement'] {
  const { announce, targetLanguages, supplementLanguages } = spec;
  if (announce === undefined) return null;
  const { accounts = [], post = null, quota = null } = found?.announcement ?? {};
  const languages = [...targetLanguages, ...supplementLanguages];
  const text =
    announce.text === undefined
      ? (post?.text ?? null)
      : postedText({ release: spec, text: announce.text, languages, strings: strings ?? 0 });
  return {
    text,
    characters: text === null ? null : Array.from(text).length,
    postId: announce.postId ?? null,
    notBefore: announce.at ?? null,
    accounts: accounts.map(({ id, platform, handle, status }) => ({
      id,
      platform,
      handle,
      status,
      ...(text === null ? { length: null, most: null } : textLength(text, platform)),
    })),
    quota: quota && { used: quota.used, limit: quota.limit, left: quota.left },
  };
}

/** The release that a planned one is compared with; null: no release of the project is on record here. */
async function releasedBefore(
  release: ReleaseName,
  { archive, store }: { archive: ArchivedReleases; store: StoreReader },
): Promise<{ id: string; endedAt: string; snapshot: Buffer | null } | null> {
  const manifest = await archive.lastReleased(release);
  if (manifest === null) return null;
  const { content, run } = manifest;
  const snapshot = content.source.kind === 'url' ? null : await ifStored(store, content.source.sha256);
  return { id: releaseId(content), endedAt: run.endedAt, snapshot };
}

async function ifStored(store: StoreReader, sha256: string): Promise<Buffer | null> {
  try {
    return await store.get(sha256);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

/** How many releases of the project are read: a long history is not read back to its beginning. */
const MOST_EARLIER = 20;

/** The same strings under another name make another task, which costs again. */
async function paidNotes(
  { spec, source }: Pick<ReleaseInput, 'spec' | 'source'>,
  archive: ArchivedReleases,
): Promise<string[]> {
  const { project, name, targetLanguages, supplementLanguages } = spec;
  const entries = (await archive.entries({ project })).filter(
    (entry) => entry.kind === 'release' && entry.name !== name,
  );
  for (const entry of entries.slice(0, MOST_EARLIER)) {
    const { manifest } = await archive.open(entry);
    if (manifest?.kind !== 'release' || manifest.run.taskId === null) continue;
    const { content, run } = manifest;
    const isSame = canonicalJson(sourceContent(content.source)) === canonicalJson(sourceContent(source));
    const paid = [...targetLanguages, ...supplementLanguages].filter((code) =>
      content.languages.includes(code),
    );
    if (isSame && paid.length > 0)
      return [
        `${releaseId(content)} (${run.endedAt}) had the same strings translated into ${paid.join(', ')}. Under another name they are paid for again.`,
      ];
  }
  return [];
}
