/** Reverts termbase changes of a release, through the workflow that also uploads terms. */
import {
  type GlossaryChange,
  isReverted,
  revertStep,
  type RevertStep,
  type TermbaseEntry,
} from '../../domain/review/glossary-changes';
import type { ReleaseName } from '../../domain/release/identity';
import type { TermbaseUploadStatus } from '../../domain/review/termbase-upload';
import { quotable } from '../../domain/text/visible-text';
import { allTerms } from '../../localization/all-terms';
import type { LocalizationClient } from '../../localization/localization-client';
import type { TermChange } from '../../localization/requests';
import type { RevertedGlossary } from '../../protocol/glossary-api';
import type { RevertRecord } from '../../store/termbase-archive';
import type { OperationAccess } from '../access';
import { BadRequest, Refused } from '../errors';
import { termCalled } from './term-decisions';
import type { Glossary } from './glossary';
import { startTermbaseUpload, uploadResult, type TermsToSend } from './start-termbase-upload';

/** The changes of a release to the named terms, or all that can be reverted where none is named. */
export function changesCalled(
  changes: readonly GlossaryChange[],
  terms: readonly string[],
): GlossaryChange[] {
  if (terms.length === 0) return changes.filter(({ kind }) => kind !== 'left out');
  const called = changes.map((change) => ({ ...change, id: change.term }));
  return [...new Set(terms)].map((name) => {
    const found = termCalled(name, called);
    if (typeof found !== 'string') return found;
    throw new BadRequest(`"${name}" ${found}. Nothing was reverted.`);
  });
}

export async function planRevert(
  service: LocalizationClient,
  changes: readonly GlossaryChange[],
): Promise<RevertStep[]> {
  const wanted = new Set(changes.map(({ term }) => term));
  const entries = new Map<string, TermbaseEntry>();
  for await (const { id, content, category, pic, translations } of allTerms(service)) {
    if (wanted.has(content)) entries.set(content, { id, category, pic, translations });
  }
  return changes.map((change) => revertStep(change, entries.get(change.term) ?? null));
}

interface Revert {
  release: ReleaseName;
  /** The texts of the terms. Empty: all changes of the release. */
  terms: readonly string[];
  /** The texts of terms that are reverted although somebody changed them since. */
  overwrite: readonly string[];
  by: string;
  reason: string;
}

/** The termbase is read right before, so that a change since the plan is left as it is. */
export async function revertGlossary(
  access: OperationAccess,
  glossary: Glossary,
  { release, terms, overwrite, by, reason }: Revert,
  timeoutMs: number,
): Promise<RevertedGlossary> {
  const deadlineMs = Date.now() + timeoutMs;
  const { changes } = await glossary.ofRelease(release);
  const steps = await planRevert(access.localization(release.project), changesCalled(changes, terms));
  const overwritten = new Set(overwrite);
  const may = ({ term }: RevertStep): boolean => overwritten.has(term);
  const taken = steps.filter((step) => isReverted(step, may(step)));
  if (taken.length === 0) throw new Refused(`Nothing was reverted. ${whyNothing(steps)}`);
  const at = new Date().toISOString();
  await glossary.archive.put(recordOf(taken, { ...release, by, at, reason: quotable(reason) }));
  const workflowIds: string[] = [];
  for (const toSend of sent(taken))
    workflowIds.push(await startTermbaseUpload(access, { project: release.project, by }, toSend));
  const ended: TermbaseUploadStatus[] = [];
  for (const id of workflowIds) {
    // null: the upload continues, and its result was not known in time.
    const result = await uploadResult(access.client, id, Math.max(0, deadlineMs - Date.now()));
    if (result !== null) ended.push(result);
  }
  return {
    reverted: taken.length,
    left: steps
      .filter((step) => !taken.includes(step))
      .map(({ term, why }) => ({ term, why: why ?? CHANGED_SINCE })),
    failures: ended.flatMap(({ failures }) => failures.map(({ code, message }) => `${code}: ${message}`)),
    isDone: ended.length === workflowIds.length,
  };
}

const CHANGED_SINCE = 'Somebody changed it after the release.';

function whyNothing(steps: readonly RevertStep[]): string {
  const since = steps.filter(({ isChangedSince }) => isChangedSince);
  if (since.length > 0)
    return `Somebody changed ${since.length === 1 ? 'the entry' : `${since.length} entries`} after the release. Look at what is there now, and say which to overwrite.`;
  return steps[0]?.why ?? 'The release has changed nothing that could be reverted.';
}

function recordOf(
  steps: readonly RevertStep[],
  request: Pick<RevertRecord, 'project' | 'name' | 'by' | 'at' | 'reason'>,
): RevertRecord {
  return {
    schemaVersion: 1,
    kind: 'termbase-revert',
    ...request,
    terms: steps.map(({ term, action, isChangedSince, fields }) => ({
      term,
      action: action === 'delete' ? 'delete' : 'update',
      overwrites: isChangedSince,
      fields: fields.map(({ field, now, before }) => ({ field, from: now, to: before ?? '' })),
    })),
  };
}

function sent(steps: readonly RevertStep[]): TermsToSend[] {
  const of = (action: RevertStep['action']) => steps.filter((step) => step.action === action);
  const updates = of('update').map(changeBack);
  const deletions = of('delete').map(({ entryId }) => ({ id: entryId ?? '' }));
  return [
    ...(updates.length > 0 ? [{ mode: 'update' as const, terms: updates }] : []),
    ...(deletions.length > 0 ? [{ mode: 'delete' as const, terms: deletions }] : []),
  ];
}

/** An empty text clears a language. */
function changeBack({ entryId, fields }: RevertStep): TermChange {
  const back = fields.filter(({ before, now }) => before !== now);
  const category = back.find(({ field }) => field === 'category');
  const texts = back
    .filter(({ field }) => field !== 'category')
    .map(({ field, before }) => [field, before ?? '']);
  return {
    id: entryId ?? '',
    ...(category && { category: category.before ?? '' }),
    ...(texts.length > 0 && { translations: Object.fromEntries(texts) as Record<string, string> }),
  };
}
