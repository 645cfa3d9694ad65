/** Combines what is known of each account of a release's announcement, past or future. */
import { endedStates } from '../../src/domain/release/release-states';
import type { AnnouncedTarget, ReleaseStatus } from '../../src/domain/release/status';
import { targetOutcome, type TargetOutcome } from '../../src/domain/release/status-words';
import type { AnnouncementPreview } from '../../src/protocol/console-api';

type Account = AnnouncementPreview['accounts'][number];

export interface AccountCard {
  id: string;
  platform: string;
  handle: string | null;
  /** The length as the platform counts it; null where the text is not known here. */
  length: number | null;
  most: number | null;
  /** The result on the account; null: there is none yet. */
  target: AnnouncedTarget | null;
}

/** The requested accounts first, then those that only the post itself names. */
export function accountCards(
  { announcement }: Pick<ReleaseStatus, 'announcement'>,
  preview: AnnouncementPreview | null,
): AccountCard[] {
  const targets = new Map(announcement?.targets.map((target) => [target.accountId, target]));
  const previewed: Account[] = preview?.accounts ?? [];
  const others = [...targets.values()].filter(
    ({ accountId }) => !previewed.some(({ id }) => id === accountId),
  );
  return [
    ...previewed.map((account) => ({ ...account, target: targets.get(account.id) ?? null })),
    ...others.map((target) => ({
      id: target.accountId,
      platform: target.platform ?? '',
      handle: null,
      length: null,
      most: null,
      target,
    })),
  ];
}

/** Whether the announcement lies ahead, is made or under way, or will never be made; null: there is none. */
export function announcementStanding(
  status: Pick<ReleaseStatus, 'announcement' | 'state' | 'stages'> &
    Partial<Pick<ReleaseStatus, 'stage' | 'problem'>>,
  preview: AnnouncementPreview | null,
): 'ahead' | 'made' | 'never' | null {
  if (status.announcement !== null) return 'made';
  if (preview === null) return null;
  // The announcement was begun, and a person must find out its result.
  if (status.stage === 'announce' && (status.problem ?? null) !== null) return 'made';
  const stage = status.stages.find(({ name }) => name === 'announce')?.state;
  if (stage === 'running') return 'made';
  return endedStates.has(status.state) || stage === 'done' || stage === 'skipped' ? 'never' : 'ahead';
}

const icons = {
  published: 'check',
  failed: 'cross',
  pending: 'running',
  // The outcome is neither good nor bad: the service's own word is next to the icon.
  unknown: 'dot',
} as const satisfies Record<TargetOutcome, string>;

export function targetIcon(target: AnnouncedTarget): (typeof icons)[TargetOutcome] {
  return icons[targetOutcome(target)];
}
