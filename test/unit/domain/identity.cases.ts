import {
  clientTaskId,
  nameFault,
  nightlyScheduleId,
  parseNightlyScheduleId,
  parseReleaseId,
  publishKey,
  publishQueueWorkflowId,
  releaseId,
  releaseWorkflowId,
  retryKey,
  termbaseWorkflowId,
  type ReleaseName,
} from '../../../src/domain/release/identity';
import fc from '../../support/fast-check';
import { hashedKey } from '../../../src/http/secret';

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
const release: fc.Arbitrary<ReleaseName> = fc.record({ project: name, name });
const game: ReleaseName = { project: 'default', name: 'game-2.4.0' };

describe('the name of a release', () => {
  it.each(['', '.hidden', '-x', 'a/b', 'a b', 'a\n', 'é', 'x'.repeat(101)])('is not %j', (text) => {
    expect(nameFault(text)).toContain('must be 1 to 100 letters');
  });

  it('may be anything of letters, digits, dots, hyphens and underscores', () => {
    fc.assert(fc.property(name, (text) => nameFault(text) === null));
  });
});

describe('the id of a release', () => {
  it('reads back', () => {
    fc.assert(fc.property(release, (one) => expect(parseReleaseId(releaseId(one))).toEqual(one)));
  });

  it('without a project is of the project default', () => {
    expect(parseReleaseId('game-2.4.0')).toEqual(game);
  });

  it.each(['', '/', 'a/', '/a', 'a/b/c', 'a b', '../x'])('is not %j', (id) => {
    expect(parseReleaseId(id)).toBeNull();
  });

  it('is the workflow’s, by a name that other tools rely on', () => {
    expect(releaseWorkflowId(game)).toBe('release/default/game-2.4.0');
    expect(publishQueueWorkflowId('default')).toBe('publish-queue/default');
    expect(termbaseWorkflowId({ project: 'default', name: 'glossary' })).toBe('termbase/default/glossary');
  });
});

describe('the id of a schedule', () => {
  it('is its name in Temporal, and reads back', () => {
    expect(nightlyScheduleId({ project: 'default', name: 'strings' })).toBe('nightly/default/strings');
    fc.assert(
      fc.property(release, (one) => expect(parseNightlyScheduleId(nightlyScheduleId(one))).toEqual(one)),
    );
  });

  it.each(['strings', 'default/strings', 'nightly/strings', 'other/default/strings', 'nightly/a/b/c'])(
    'is not %j',
    (id) => {
      expect(parseNightlyScheduleId(id)).toBeNull();
    },
  );
});

describe('the keys of calls that must not happen twice', () => {
  const run = fc.uuid();
  const postId = fc.stringMatching(/^post_[a-z0-9]{1,10}$/);
  const accountId = fc.stringMatching(/^acc_[a-z0-9]{1,10}$/);
  const retry = fc.tuple(run, postId, accountId, fc.integer({ min: 1, max: 99 }));

  it('are the same whenever they are made, and others for another run, post, account or attempt', () => {
    fc.assert(
      fc.property(retry, retry, (a, b) => {
        expect(retryKey(...a) === retryKey(...b)).toBe(JSON.stringify(a) === JSON.stringify(b));
        expect(retryKey(...a)).toBe(retryKey(...a));
        expect(publishKey(a[0], a[1]) === publishKey(b[0], b[1])).toBe(a[0] === b[0] && a[1] === b[1]);
        expect(retryKey(...a)).not.toBe(publishKey(a[0], a[1]));
      }),
    );
  });

  it('are of one release and one run of it', () => {
    fc.assert(
      fc.property(release, release, run, (a, b, runId) => {
        const same = releaseId(a) === releaseId(b);
        expect(clientTaskId(a, runId) === clientTaskId(b, runId)).toBe(same);
        expect(clientTaskId(a, runId)).not.toBe(clientTaskId(a, `${runId}0`));
      }),
    );
  });

  it('can travel in a header', () => {
    fc.assert(fc.property(retry, (these) => /^[\w-]{1,64}$/.test(hashedKey(retryKey(...these)))));
    expect(hashedKey('a')).not.toBe(hashedKey('b'));
    expect(hashedKey('a')).toBe(hashedKey('a'));
  });
});
