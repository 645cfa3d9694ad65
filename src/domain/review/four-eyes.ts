/** One operator starts a release, and another confirms its terms; neither a deadline nor the service may instead. */
import type { ReleaseSpec } from '../release/release-file';

/** The author of a signal without a name. */
export const UNNAMED = 'unnamed';

/** The starter of a scheduled release is no person, so that any operator may confirm its terms. */
export const NIGHTLY = 'nightly schedule';

export const needsProof =
  'The four-eyes rule counts only a confirmation by an operator who has signed in. Confirm in the console, or put your ' +
  'token into LOCRELEASE_TOKEN and run "locrelease terms confirm".';

export function fourEyesFault(startedBy: string | null, by: string): string | null {
  if (startedBy === null) return null;
  if (by === UNNAMED) return 'The four-eyes rule needs the name of the person who confirms the terms.';
  return sameName(by, startedBy)
    ? 'You started this release. The four-eyes rule needs another person to confirm its terms.'
    : null;
}

/** Both are operators of the configuration. Names that differ in spelling alone count as one person. */
function sameName(one: string, other: string): boolean {
  const plain = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
  return plain(one) === plain(other);
}

type Terms = ReleaseSpec['terms'];
type TermSettings = { [Key in 'scan' | 'confirmation' | 'onDeadline']?: Terms[Key] | undefined };

/** The settings that the rule forbids, by the keys of the release file. */
export function reviewlessFaults({ scan, confirmation, onDeadline }: TermSettings): {
  key: string[];
  message: string;
}[] {
  const refused = [
    { key: 'scan', is: scan === false, must: 'true' },
    { key: 'confirmation', is: confirmation === 'automatic', must: 'operator' },
    { key: 'onDeadline', is: onDeadline === 'confirm', must: 'reject' },
  ];
  return refused
    .filter(({ is }) => is)
    .map(({ key, must }) => ({
      key: ['terms', key],
      message: `must be ${must}: policies.fourEyes is set, so that a person confirms the terms`,
    }));
}
