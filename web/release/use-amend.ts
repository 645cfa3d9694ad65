import { useRef } from 'preact/hooks';
import type { Amendment } from '../../src/domain/release/amendment';
import { durationText } from '../../src/domain/text/duration';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';

export type RequestedSettings = NonNullable<ReleaseDetails['asks']>;

/**
 * Sends a change that is computed from the release's present settings. If somebody else has changed the same since the
 * form was opened, this is shown first and nothing is sent: a second press confirms.
 */
export function useAmend(release: ReleaseName, opened: RequestedSettings | null) {
  const read = useRef(opened);
  return async (
    amendmentTo: (asks: RequestedSettings | null) => Amendment,
    reason: string,
  ): Promise<void> => {
    const before = read.current;
    const { asks } = await api.release(release);
    read.current = asks;
    const amendment = amendmentTo(asks);
    const others = before === null || asks === null ? [] : changedByOthers(before, asks, amendment);
    if (others.length > 0)
      throw new Error(
        `Somebody has changed this since you opened it: ${others.join('; ')}. Nothing was sent. To send your change all the same, press the button again.`,
      );
    await api.amend(release, amendment, reason);
  };
}

function changedByOthers(
  before: RequestedSettings,
  now: RequestedSettings,
  { terms, announce }: Amendment,
): string[] {
  const isMoved = terms?.deadline !== undefined && now.deadlineMs !== before.deadlineMs;
  const isAnnouncedOtherwise =
    announce !== undefined && JSON.stringify(now.announce) !== JSON.stringify(before.announce);
  const text = now.announce?.text ?? '';
  return [
    ...(isMoved
      ? [
          `the time for the term review is now ${durationText(now.deadlineMs)} and was ${durationText(before.deadlineMs)}`,
        ]
      : []),
    ...(isAnnouncedOtherwise
      ? [
          text === before.announce?.text
            ? 'the announcement has other accounts or another time'
            : `the text of the announcement is now “${text}”`,
        ]
      : []),
  ];
}
