import {
  LISTED_FAILURES,
  newUploadRecord,
  settleBatch,
  uploadStatus,
  type TermFailure,
} from '../../../src/domain/review/termbase-upload';

const input = { project: 'default', name: 'glossary', mode: 'update', sha256: '0'.repeat(64) } as const;
const failure = (place: number): TermFailure => ({
  first: place,
  last: place,
  id: `row ${place}`,
  code: 'invalid_id',
  message: 'this is not a term id',
});

describe('the record of a termbase upload', () => {
  it('is running until all terms are settled, and then done', () => {
    const record = newUploadRecord('update');
    expect(uploadStatus(input, record)).toMatchObject({ state: 'running', terms: null });
    record.plan = { mode: 'update', terms: 150, termsPerCall: 100 };
    settleBatch(record, { first: 1, last: 100 }, { counts: { updated: 60, unchanged: 40 }, failures: [] });
    expect(uploadStatus(input, record)).toMatchObject({ state: 'running', terms: 150, termsDone: 100 });
    settleBatch(record, { first: 101, last: 150 }, { counts: { updated: 50 }, failures: [] });
    expect(uploadStatus(input, record)).toMatchObject({
      id: 'default/glossary',
      state: 'done',
      termsDone: 150,
      counts: { updated: 110, unchanged: 40, not_found: 0, invalid_id: 0, error: 0 },
    });
  });

  it('is partial in the end where a term is not as it should be', () => {
    const record = newUploadRecord('update');
    record.plan = { mode: 'update', terms: 3, termsPerCall: 100 };
    settleBatch(record, { first: 1, last: 3 }, { counts: { updated: 2, error: 1 }, failures: [failure(3)] });
    expect(uploadStatus(input, record).state).toBe('partial');
  });

  it('counts every failure and lists the first of them', () => {
    const record = newUploadRecord('update');
    for (let first = 1; first <= 300; first += 100) {
      const failures = Array.from({ length: 30 }, (_, index) => failure(first + index));
      settleBatch(record, { first, last: first + 99 }, { counts: { updated: 70, invalid_id: 30 }, failures });
    }
    expect(record.counts.invalid_id).toBe(90);
    expect(record.failures).toHaveLength(LISTED_FAILURES);
    expect(record.failures.at(-1)).toEqual(failure(120));
  });
});
