import { needsProof, reviewlessFaults } from '../domain/review/four-eyes';
import type { ReleaseSpec } from '../domain/release/release-file';
import { isProven, sourceDigest } from '../localization/operator-proof';
import type { ActivityInput } from '../protocol/activity-inputs';
import type { ActivityDependencies } from './dependencies';

type Secrets = Pick<ActivityDependencies, 'appSecret'>;

/**
 * Checks the person who confirms the terms for the four-eyes rule; `checkFourEyes` checks the person who starts the
 * release.
 */
export function fourEyesActivities({ appSecret }: Secrets) {
  return {
    checkConfirmer({ release, by, digest, atMs, proof }: ActivityInput<'checkConfirmer'>) {
      const statement = { what: 'confirm', release, about: digest, by } as const;
      const isSignedIn = isProven(appSecret(release.project), statement, proof, atMs);
      return Promise.resolve({ fault: isSignedIn ? null : needsProof });
    },
  };
}

/**
 * Checks a release before its start for the four-eyes rule: the reasons why it cannot start, and warnings about the
 * person who started it.
 */
export function checkFourEyes(
  { spec, start }: ActivityInput<'preflight'>,
  { appSecret }: Secrets,
): { stops: string[]; warnings: string[] } {
  // An amendment leaves the rest as it was at the start.
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
  // The worker read in the note of the schedule who triggered the run, if a person did.
  if (nightly) return true;
  const statement = { what: 'start', release: spec, about: sourceDigest(source) } as const;
  return by !== null && isProven(appSecret(spec.project), { ...statement, by }, proof, atMs);
}
