import { canBeReplaced, markAnnounced } from '../../../src/domain/release/release-decisions';
import { newRecord } from '../../../src/domain/release/release-record';
import { releaseStates } from '../../../src/domain/release/release-states';
import { targetOutcome } from '../../../src/domain/release/target-outcome';
import fc from '../../support/fast-check';
import { endedInput } from '../../support/manifest';

describe('a corrected file takes the place of a release', () => {
  const refused = ['preflight', 'gate_budget', '400', '401', '403', '404', '413', '422'];
  const mayBePaid = ['409', '429', '500', '4000', 'outcome_unknown', 'not_started', 'gate_completeness', ''];

  it('only where it waits for a person, and surely no task was created', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...releaseStates),
        fc.option(fc.constant('task_1')),
        fc.option(fc.constantFrom(...refused, ...mayBePaid)),
        (state, taskId, code) => {
          const isUnpaid = state === 'parked' && taskId === null && refused.includes(code ?? '');
          expect(canBeReplaced({ state, taskId, problem: code === null ? null : { code } })).toBe(isUnpaid);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('what a person has seen of a post', () => {
  const statuses = fc.array(fc.constantFrom('published', 'failed', 'publishing', 'odd', ''), {
    maxLength: 5,
  });

  it('settles every account that was not known to have it, and no other', () => {
    fc.assert(
      fc.property(statuses, fc.boolean(), (read, live) => {
        const record = newRecord(endedInput(), 'run-1');
        const targets = read.map((status, index) => ({
          accountId: `acc_${index}`,
          platform: 'x',
          status,
          errorCode: null,
          message: null,
        }));
        record.announcement = {
          postId: 'p',
          publishSentAt: null,
          accepted: false,
          retries: {},
          number: 1,
          targets,
        };
        markAnnounced(record, { live });
        expect(record.announcement.accepted).toBe(true);
        expect(record.announcement.targets.map(targetOutcome)).toEqual(
          read.map((status) => (live || status === 'published' ? 'published' : 'failed')),
        );
      }),
    );
  });
});
