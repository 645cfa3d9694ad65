/** What the four-eyes rule asks of who starts a release, and of who confirms its terms. */
import { needsProof, reviewlessFaults } from '../domain/four-eyes';
import type { ReleaseSpec } from '../domain/release-file';
import { isProven, sourceDigest } from '../localization/operator-proof';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { ActivityDependencies } from './dependencies';

type Secrets = Pick<ActivityDependencies, 'appSecret'>;

export function fourEyesActivities({ appSecret }: Secrets) {
  return {
    /** Why the confirmation does not count, or null. */
    checkConfirmer({ release, by, digest, atMs, proof }: ActivityInput<'checkConfirmer'>) {
      const statement = { what: 'confirm', release, about: digest, by } as const;
      const isSignedIn = isProven(appSecret(release.project), statement, proof, atMs);
      return Promise.resolve({ fault: isSignedIn ? null : needsProof });
    },
  };
}

/** What the rule says of a release before it is made: why it cannot be, and what is to be known of who started it. */
export function checkFourEyes(
  { spec, start }: ActivityInput<'preflight'>,
  { appSecret }: Secrets,
): { stops: string[]; warnings: string[] } {
  // Of one that is amended, the rest is as it was when it was started.
  if (start === undefined) return { stops: [], warnings: [] };
  const stops = reviewlessFaults(spec.terms).map(({ key, message }) => `${key.join('.')} ${message}.`);
  if (isStarterKnown(spec, start, appSecret)) return { stops, warnings: [] };
  if (start.proof === undefined) return { stops, warnings: [unprovenStart(start.by)] };
  stops.push('The proof of who started the release is not valid. Cancel the release and start it again.');
  return { stops, warnings: [] };
}

const unprovenStart = (by: string | null): string =>
  `Four eyes: ${by ?? 'somebody'} started this release without a token, so only the name shows that another person confirms.`;

function isStarterKnown(
  spec: ReleaseSpec,
  { by, source, atMs, nightly, proof }: NonNullable<ActivityInput<'preflight'>['start']>,
  appSecret: Secrets['appSecret'],
): boolean {
  // A worker has read in the note of the schedule who triggered it, if anybody did.
  if (nightly) return true;
  const statement = { what: 'start', release: spec, about: sourceDigest(source) } as const;
  return by !== null && isProven(appSecret(spec.project), { ...statement, by }, proof, atMs);
}
