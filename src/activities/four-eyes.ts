/** What the four-eyes rule asks of who starts a release, and of who confirms its terms. */
import { needsProof, NIGHTLY, reviewlessFaults } from '../domain/four-eyes';
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

/** Why the release cannot be made under the rule. */
export function fourEyesStops({ spec, start }: ActivityInput<'preflight'>, { appSecret }: Secrets): string[] {
  const faults = reviewlessFaults(spec.terms).map(({ key, message }) => `${key.join('.')} ${message}.`);
  if (start === undefined || isStarterKnown(spec, start, appSecret)) return faults;
  return [
    ...faults,
    'The four-eyes rule needs to know who started the release, and nobody has signed in for it. Cancel it, put your ' +
      'token into LOCRELEASE_TOKEN, and start it again. Retry changes nothing here.',
  ];
}

function isStarterKnown(
  spec: ReleaseSpec,
  { by, source, atMs, nightly, proof }: NonNullable<ActivityInput<'preflight'>['start']>,
  appSecret: Secrets['appSecret'],
): boolean {
  if (nightly && by === NIGHTLY) return true;
  const statement = { what: 'start', release: spec, about: sourceDigest(source) } as const;
  return by !== null && isProven(appSecret(spec.project), { ...statement, by }, proof, atMs);
}
