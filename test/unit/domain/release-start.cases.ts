import { newRecord, statusOf } from '../../../src/domain/release/release-record';
import { STATUS_MEMO, releaseStart } from '../../../src/domain/release/release-start';
import { listedAs, relistedAs, searchAttributeNames } from '../../../src/domain/search-attributes';
import {
  type Progress,
  type ReleaseStatus,
  statusJsonSchema,
  statusSchema,
} from '../../../src/domain/release/status';
import { endedInput } from '../../support/manifest';
import { partDone, releasePart, rowsText } from '../../../src/domain/release/time-left';
import { translateSteps } from '../../../src/domain/release/stages';
import { releaseStatus, stagesWith } from '../../support/release-status';
import { type ReleaseInput, isSameRequest } from '../../../src/domain/release/release-input';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { releaseSpec } from '../../../src/domain/release/release-file';

describe('release start', () => {
  const input = endedInput();
  const listed = (status: ReleaseStatus): Record<string, unknown> =>
    Object.fromEntries(relistedAs(status).map(({ key, value }) => [key.name, value]));

  describe('a release that no worker has taken up yet', () => {
    it('has a status all the same, which lists show too', () => {
      const { memo, typedSearchAttributes } = releaseStart(input);
      expect(statusSchema.parse(memo[STATUS_MEMO])).toEqual(memo[STATUS_MEMO]);
      expect(memo[STATUS_MEMO]).toMatchObject({ state: 'running', stage: null, languages: ['ja'] });
      expect(typedSearchAttributes).toEqual(listedAs(memo[STATUS_MEMO]));
    });

    it('that goes on after its end says what it had', () => {
      const record = { ...newRecord(input, 'run-1'), taskId: 'task_1' };
      const { memo, args } = releaseStart(input, record);
      expect(memo[STATUS_MEMO].taskId).toBe('task_1');
      expect(args).toEqual([input, record]);
    });
  });

  describe('what lists have of a release', () => {
    const status = statusOf(input.spec, newRecord(input, 'run-1'));
    const since = '2026-11-15T00:00:00.000Z';

    it('is said whole every time, so that nothing of before stays', () => {
      expect(Object.keys(listed(status)).sort()).toEqual([...searchAttributeNames].sort());
      expect(listed(status)).toMatchObject({
        LocreleaseStage: 'none',
        LocreleaseWaiting: 'none',
        LocreleaseWaitingSince: null,
      });
    });

    it('names the person who is waited for before the time', () => {
      const hold = { why: 'publish_turn', until: null } as const;
      const waitingFor = { kind: 'decision', since, dueAt: null } as const;
      expect(listed({ ...status, hold })).toMatchObject({ LocreleaseWaiting: 'publish_turn' });
      expect(listed({ ...status, hold, waitingFor })).toMatchObject({
        LocreleaseWaiting: 'decision',
        LocreleaseWaitingSince: new Date(since),
      });
    });
  });
});

describe('release part', () => {
  const half: Progress = { step: 'translateBatch', stepIndex: 4, rowsDone: 20, rowsTotal: 40 };
  const begun = stagesWith({
    create: { state: 'done' },
    scan: { state: 'skipped' },
    confirm: { state: 'done' },
  });

  it.each([
    ['whole stages', releaseStatus({ stage: 'publish', stages: begun }), 3 / 8],
    [
      'and the part of a translation',
      releaseStatus({ stage: 'translate', stages: begun, progress: half }),
      3.5 / 8,
    ],
    [
      'and not the rows that an earlier stage has left',
      releaseStatus({ stage: 'supplement', stages: begun, progress: { ...half, stepIndex: null } }),
      3 / 8,
    ],
    ['all of it once it is done', releaseStatus({ state: 'done', stages: begun }), 1],
  ])('counts %s', (_what, status, part) => {
    expect(releasePart(status)).toBeCloseTo(part);
  });

  it('tells rows only while they are those of the stage', () => {
    expect(rowsText('translate', half)).toBe('20 of 40 rows');
    expect(rowsText('supplement', half)).toBe('');
    expect(rowsText('scan', half)).toBe('');
    expect(rowsText('translate', { ...half, rowsTotal: 0 })).toBe('');
    expect(rowsText('translate', null)).toBe('');
  });

  const inStep = (stepIndex: number | null, rowsDone: number, rowsTotal: number): Progress => ({
    step: 'translateBatch',
    stepIndex,
    rowsDone,
    rowsTotal,
  });

  it('a stage is over with the last row of the last sub-step that the service has', () => {
    const last = { step: 'x', stepIndex: translateSteps.length, rowsTotal: 5 };
    expect(partDone({ ...last, rowsDone: 5 })).toBe(1);
    expect(partDone({ ...last, rowsDone: 4 })).toBeLessThan(1);
  });

  it.each([
    [inStep(1, 0, 40), 0],
    [inStep(4, 20, 40), 0.5],
    [inStep(7, 40, 40), 1],
    [inStep(4, 0, 0), 3 / 7],
    [inStep(null, 10, 40), 0.25],
    [inStep(null, 50, 40), 1],
    [inStep(null, 0, 0), null],
  ])('the part that is done of %j is %d', (progress, part) => {
    expect(partDone(progress)).toBe(part);
  });
});

describe('same request', () => {
  const input = endedInput();
  const { spec } = input;
  const snapshot = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 2 } as const;
  const exporting = (change: Partial<NonNullable<typeof spec.export>>): typeof spec => ({
    ...spec,
    ...(spec.export && { export: { ...spec.export, ...change } }),
  });
  const withoutExport = { ...spec };
  delete withoutExport.export;

  it.each<[string, Partial<ReleaseInput>]>([
    ['is asked for by somebody else', { startedBy: 'root' }],
    ['has its files elsewhere', { spec: exporting({ directory: '/elsewhere' }) }],
    ['has other notes beside its strings', { source: { ...snapshot, notes: 'b'.repeat(64) } }],
    ['has its fields in another order', { spec: Object.assign({ publish: spec.publish }, spec) }],
  ])('a release is the same that %s', (_what, change) => {
    expect(isSameRequest(input, { ...input, ...change })).toBe(true);
  });

  it.each<[string, Partial<ReleaseInput>]>([
    ['other strings', { source: { ...snapshot, sha256: 'b'.repeat(64) } }],
    ['other languages', { spec: { ...spec, targetLanguages: ['ko'] } }],
    ['another rule for its terms', { spec: { ...spec, terms: { ...spec.terms, deadline: 1 } } }],
    ['another template', { spec: exporting({ template: 'tpl-2' }) }],
    ['no export', { spec: withoutExport }],
    ['no publish', { spec: { ...spec, publish: false } }],
  ])('a release is another one with %s', (_what, change) => {
    expect(isSameRequest(input, { ...input, ...change })).toBe(false);
    expect(isSameRequest({ ...input, ...change }, input)).toBe(false);
  });
});

describe('status', () => {
  const kept = join(__dirname, '../../../schemas/status.schema.json');

  it('is kept in the repository as it is (after "npm run build": node scripts/write-schemas.mjs)', () => {
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(JSON.parse(JSON.stringify(statusJsonSchema())));
  });

  it('takes the status of a release that has just begun, whole', () => {
    const spec = releaseSpec.parse({ name: 'game', source: { file: 'en.json' }, targetLanguages: ['ja'] });
    const input = {
      spec,
      source: { kind: 'url', url: 'https://files.example/a.xlsx' },
      startedBy: null,
    } as const;
    const status = statusOf(spec, newRecord(input, 'run-1'));
    expect(statusSchema.parse(status)).toEqual(status);
  });

  it('lets a later version of the same schema add fields', () => {
    expect(JSON.stringify(statusJsonSchema())).not.toContain('"additionalProperties":false');
  });
});
