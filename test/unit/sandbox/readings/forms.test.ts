import { usualReadings, type Readings } from '../../../../src/sandbox/readings/catalogue';
import { jobStatusForm, jobTypeForm } from '../../../../src/sandbox/readings/job-form';
import {
  callbackForm,
  localizationForm,
  withTextIds,
  type LocalizationEnvelope,
} from '../../../../src/sandbox/readings/localization-form';
import { LEFT_OUT, mapFields } from '../../../../src/sandbox/readings/map-fields';
import { socialForm } from '../../../../src/sandbox/readings/social-form';

const reading = (differing: Partial<Readings>): Readings => ({ ...usualReadings, ...differing });

describe('changing fields of a reply', () => {
  it('reaches them wherever they are, and leaves the original alone', () => {
    const reply = { a: 1, list: [{ a: 2, b: 3 }] };
    const changed = mapFields(reply, (name, value) => (name === 'a' ? String(value) : value));
    expect(changed).toEqual({ a: '1', list: [{ a: '2', b: 3 }] });
    expect(reply).toEqual({ a: 1, list: [{ a: 2, b: 3 }] });
  });

  it('leaves some out, and never looks into translations', () => {
    const reply = { id: '7', translations: { id: '7' } };
    expect(mapFields(reply, (name, value) => (name === 'id' ? LEFT_OUT : value))).toEqual({
      translations: { id: '7' },
    });
  });
});

describe('the localization service', () => {
  const ok = (data: unknown): { httpStatus: number; body: LocalizationEnvelope } => ({
    httpStatus: 200,
    body: { success: true, code: 0, msg: 'ok', trace_id: 'trace_1', data },
  });
  const refused = (httpStatus: number, code: number) => ({
    httpStatus,
    body: { success: false as const, code, msg: 'no', trace_id: 'trace_1', data: null },
  });
  const form = (differing: Partial<Readings>, data: unknown, endpoint = 'GET /tasks/status') =>
    localizationForm(reading(differing), endpoint, ok(data)).body;

  it('answers usually as its handlers do', () => {
    const data = { task_id: '1', updated_at: '2026-11-01T10:00:00.000Z', total: 1, name: 'a' };
    expect(localizationForm(usualReadings, 'GET /tasks/status', ok(data))).toEqual(ok(data));
    expect(localizationForm(usualReadings, 'GET /tasks/status', refused(404, 404))).toEqual(
      refused(404, 404),
    );
  });

  it('numbers identifiers, and nothing that only looks like one', () => {
    const data = { task_id: '12', name: '12', items: [{ id: '7', translations: { id: '7' } }] };
    expect(form({ 'id-type': 'number' }, data)).toMatchObject({
      data: { task_id: 12, name: '12', items: [{ id: 7, translations: { id: '7' } }] },
    });
  });

  it('takes back the numbers it gave', () => {
    const input = { task_id: 12, page: 1, terms: [{ id: 7 }] };
    expect(withTextIds(reading({ 'id-type': 'number' }), input)).toEqual({
      task_id: '12',
      page: 1,
      terms: [{ id: '7' }],
    });
    expect(withTextIds(usualReadings, input)).toBe(input);
  });

  it('tells times in callbacks as in replies', () => {
    const payload = { task_id: '3', timestamp: '2026-11-01T10:00:00.500Z', detail: { job_id: '4' } };
    const readings = reading({ 'time-format': 'epoch-seconds', 'id-type': 'number' });
    expect(callbackForm(readings, payload)).toEqual({
      task_id: 3,
      timestamp: 1793527200,
      detail: { job_id: 4 },
    });
  });

  it('keeps templates whole, which are documented field by field', () => {
    const data = { template: { id: 'tpl-1', name: 'game', format: 'ini', updated_at: 1 } };
    expect(form({ 'absent-fields': 'left-out' }, data, 'GET /export-templates/get')).toMatchObject({ data });
  });

  it('keeps the envelope of an error that HTTP calls a success', () => {
    const { httpStatus, body } = localizationForm(
      reading({ 'error-carriage': 'http' }),
      'POST /export/ini',
      refused(200, 504),
    );
    expect({ httpStatus, body }).toMatchObject({ httpStatus: 200, body: { success: false, code: 504 } });
  });

  it('combines readings', () => {
    const differing = { 'created-task-id': 'nested', 'reply-wrapper': 'bare', 'id-type': 'number' } as const;
    expect(form(differing, { task_id: '5', status: 'pending' }, 'POST /tasks/create')).toEqual({
      task: { id: 5, status: 'pending' },
    });
  });

  it('has its own words for jobs', () => {
    expect(jobTypeForm(usualReadings, 'SUPPLEMENT_TRANSLATE')).toBe('TRANSLATE');
    expect(jobStatusForm(reading({ 'job-words': 'TIMED_OUT' }), 'FAILED')).toBe('TIMED_OUT');
    expect(jobStatusForm(reading({ 'job-words': 'TIMED_OUT' }), 'COMPLETED')).toBe('COMPLETED');
  });
});

describe('the social service', () => {
  const meta = { requestId: 'req_1' };

  it('leaves an error as it is', () => {
    const body = { error: { code: 'not_found' }, meta };
    expect(socialForm(reading({ 'post-wrapper': 'list' }), 'GET /posts/{postId}', body)).toBe(body);
  });

  it('puts the cursor of a bare list where there is room for it', () => {
    const data = { posts: [{ postId: 'post_1', status: 'draft' }], nextCursor: 'c' };
    expect(socialForm(reading({ 'posts-list': 'bare' }), 'GET /posts', { data, meta })).toEqual({
      data: [{ postId: 'post_1', status: 'draft' }],
      meta: { ...meta, nextCursor: 'c' },
    });
  });
});
