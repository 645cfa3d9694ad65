/** Applies an amendment to a running release, as far as its parts have not been carried out yet. */
import { ApplicationFailure, isCancellation } from '@temporalio/workflow';
import { amendable } from '../domain/release/release-input';
import {
  amended,
  amendedParts,
  amendLanguages,
  amendmentFaults,
  amendmentText,
  deadlineFault,
  isRewording,
  isToBeChecked,
  type Amendment,
} from '../domain/release/amendment';
import { listed } from '../domain/problems/problem';
import type { ReleaseSpec } from '../domain/release/release-file';
import { failedAccounts, reword } from '../domain/release/announcement';
import { decide } from '../domain/release/release-decisions';
import type { WorkerSettings } from '../domain/release/release-record';
import type { Message } from '../protocol/message-schemas';
import { restartReminders } from '../domain/review/review-rules';
import { interactive } from './activity-proxies';
import { asStageProblem, refusal, refuseIf } from './problems';
import { now, type ReleaseRun } from './release-run';

export function amendFault({ spec, record }: ReleaseRun, amendment: Amendment): string | null {
  if (record.settings === null)
    return 'The release has just started and is still being checked. Try again in a moment.';
  const faults = amendmentFaults(spec, record, amendment);
  if (faults.length === 0) return null;
  return `Nothing was changed, because this has already happened or is not possible:\n${listed(faults)}`;
}

export async function amendRelease(
  release: ReleaseRun,
  { by, reason, amendment, file }: Message<'amend'>,
): Promise<{ changed: string; changes: string[]; spec: ReleaseSpec }> {
  const { record } = release;
  let settings = record.settings;
  for (let checked: ReleaseSpec | null = null; isToBeChecked(amendment) && checked !== release.spec;) {
    checked = release.spec;
    settings = await checkAtServices(release, amendment);
  }
  const isOverriding = await breaksQuietHours(release, amendment);
  // The release may have moved on during the checks.
  refuseIf(
    release.closedFault() ??
      amendFault(release, amendment) ??
      deadlineFault(release.spec, record, amendment, Date.now()),
  );
  const { spec } = release;
  if (isOverriding && reason === undefined)
    throw refusal(
      'Nothing was changed. The announcement would be made in quiet hours. Give a reason for that.',
    );
  if (isRewording(spec, record, amendment) && spec.announce && amendment.announce) {
    reword(record, spec.announce, amendment.announce);
  } else {
    record.settings = settings && isOverriding ? { ...settings, quietHours: null } : settings;
    // An unsent draft is created anew. A prepared draft may be replaced by another.
    const { announce, withoutAccounts = [] } = amendment;
    if (announce !== undefined || withoutAccounts.length > 0) record.announcement = null;
  }
  release.input = {
    ...release.input,
    spec: amended(spec, record, amendment),
    // The file of the last amendment: the next file is compared with it, not with values amended by option.
    file: file ?? release.input.file ?? amendable(spec),
  };
  const { languages } = record;
  amendLanguages(record, spec, amendment);
  if (amendment.terms !== undefined) restartReminders(record, release.spec.terms, Date.now());
  const changed = amendmentText(amendment);
  const changes = amendedParts({ spec, languages }, { spec: release.spec, languages: record.languages });
  if (isOverriding) changes.push('quiet hours: do not count for this announcement');
  decide(record, {
    at: now(),
    by,
    what: changed,
    why: reason ?? null,
    ...(changes.length > 0 && { changes }),
  });
  release.changed();
  return { changed, changes, spec: release.spec };
}

/** A time that a person sets overrides quiet hours. */
async function breaksQuietHours({ spec, record }: ReleaseRun, amendment: Amendment): Promise<boolean> {
  const { at } = amended(spec, record, amendment).announce ?? {};
  if (at === undefined || at === spec.announce?.at) return false;
  const { quietHours: hours = null } = record.settings ?? {};
  if (hours === null) return false;
  const { until } = await interactive.quietUntil({ hours, atMs: Math.max(Date.parse(at), Date.now()) });
  return until !== null;
}

/** New templates and accounts must exist, or nothing is changed. The rest was checked when the release began. */
async function checkAtServices(release: ReleaseRun, amendment: Amendment): Promise<WorkerSettings> {
  const spec = amended(release.spec, release.record, amendment);
  const isAnnouncement = amendment.announce !== undefined || (amendment.withoutAccounts ?? []).length > 0;
  const announce = isAnnouncement ? spec.announce : undefined;
  // Accounts that have the post already get no other.
  const requested =
    announce !== undefined && isRewording(release.spec, release.record, amendment)
      ? { ...spec, announce: { ...announce, accounts: failedAccounts(release.record), platforms: [] } }
      : { ...spec, announce };
  try {
    const { stops, settings } = await interactive.preflight({ spec: requested });
    if (stops.length > 0) throw refusal(`Nothing was changed.\n${listed(stops)}`);
    // The settings that were read at the start stay in force.
    const { fourEyes = false, quietHours = null, accounts = [], links } = release.record.settings ?? {};
    return {
      ...settings,
      fourEyes,
      quietHours,
      ...(!isAnnouncement && { accounts, ...(links && { links }) }),
    };
  } catch (error) {
    if (isCancellation(error) || error instanceof ApplicationFailure) throw error;
    const problem = asStageProblem(error);
    throw refusal(`Nothing was changed. ${problem instanceof Error ? problem.message : String(problem)}`);
  }
}
