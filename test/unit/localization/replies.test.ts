import { reading } from '../../../src/http/replies/facts';
import { asSheetRef, partText } from '../../../src/domain/review/term-sheet';
import { replies } from '../../../src/localization/replies';

const taskIn = reading(replies['GET /tasks/status']);
const supplementIn = reading(replies['POST /tasks/supplement-translate']);

describe('The status of a task', () => {
  it.each([
    [{ status: 'FINISHED', is_completed: true }, 'completed'],
    [{ status: 'TASK_STATUS_COMPLETED' }, 'completed'],
    [{ status: 'running', is_failed: 1 }, 'failed'],
    [{ status: 'running', requires_confirmation: 'true' }, 'waiting_confirmation'],
    [{ status: 'completed', is_completed: false }, 'running'],
    [{ status: 'optimizing', is_completed: false }, 'optimizing'],
  ])('of %j is %s: a flag counts before a word', (said, status) => {
    expect(taskIn(said)?.status).toBe(status);
  });

  it.each([{ is_failed: false, requires_confirmation: false }, { is_completed: false }])(
    'of %j alone would be waited for without an end: it cannot be read',
    (said) => expect(taskIn(said)).toBeUndefined(),
  );

  it.each([
    [
      { status: 'running', is_completed: true },
      'The service says status running and is_completed true. The flag counts.',
    ],
    [
      { status: 'failed', is_failed: false },
      'The service says status failed and is_failed false. The flag counts.',
    ],
    [{ status: 'finished', is_completed: true }, undefined],
    [{ status: 'completed', is_completed: true, is_failed: false }, undefined],
  ])('that says %j against itself is told', (said, sentence) => {
    expect(taskIn(said)?.contradiction).toBe(sentence);
  });
});

it.each([
  [{ job_id: null, effective_target_languages: ['ko'] }, true],
  [{ job_id: null, all_already_translated: true }, true],
  [{ job_id: null, all_already_translated: false, effective_target_languages: [] }, false],
  [{}, false],
])('The reply to a supplement %j is an answer: %s', (said, isOne) => {
  expect(supplementIn(said) !== undefined).toBe(isOne);
});

it('A list of which the service gave a part says so, also after a change', () => {
  const sheet = { total: 50, digest: 'd', list: 'l', base: 'b', marks: null, removed: 0, matches: null };
  expect(partText(sheet)).toBeNull();
  const part = asSheetRef(sheet, 80);
  expect(partText(asSheetRef(part))).toContain('told of 130 terms and gave 50');
  expect(partText(asSheetRef(part, 0))).toBeNull();
});
