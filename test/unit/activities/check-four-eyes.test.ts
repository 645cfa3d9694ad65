import { checkFourEyes } from '../../../src/activities/preflight';
import { Secret } from '../../../src/http/secret';
import type { ActivityInput } from '../../../src/protocol/activity-inputs';

const secrets = { appSecret: () => new Secret('sandbox-app-secret') };
const terms = { scan: true, confirmation: 'operator', onDeadline: 'reject' };

function warningsOf(by: string, nightly: boolean): string[] {
  const source = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 1 };
  const asked = {
    spec: { project: 'default', name: 'game', terms },
    start: { source, by, nightly, atMs: 0 },
  };
  return checkFourEyes(asked as unknown as ActivityInput<'preflight'>, secrets).warnings;
}

it('knows who started a release by a run of a schedule, which says so', () => {
  expect(warningsOf('nightly schedule', true)).toEqual([]);
  expect(warningsOf('olga', true)).toEqual([]);
});

it('warns of a name that nothing proves, be it that of a schedule', () => {
  for (const by of ['nightly schedule', 'olga'])
    expect(warningsOf(by, false)).toEqual([expect.stringContaining('without a token') as string]);
});
