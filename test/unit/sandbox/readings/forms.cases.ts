import { usualReadings, type Readings } from '../../../../src/sandbox/readings/catalogue';
import {
  jobStatusForm,
  idsForm,
  localizationForm,
  withTextIds,
  type LocalizationEnvelope,
} from '../../../../src/sandbox/readings/forms';

const reading = (differing: Partial<Readings>): Readings => ({ ...usualReadings, ...differing });

describe('the localization service', () => {
  const ok = (data: unknown): { httpStatus: number; body: LocalizationEnvelope } => ({
    httpStatus: 200,
    body: { success: true, code: 0, msg: 'ok', trace_id: 'trace_1', data },
  });
  const refused = (httpStatus: number, code: number) => ({
    httpStatus,
    body: { success: false as const, code, msg: 'no', trace_id: 'trace_1', data: null },
  });
  const form = (differing: Partial<Readings>, data: unknown) =>
    localizationForm(reading(differing), ok(data)).body;

  it('answers usually as its handlers do', () => {
    const data = { task_id: '1', updated_at: '2026-11-01T10:00:00.000Z', total: 1, name: 'a' };
    expect(localizationForm(usualReadings, ok(data))).toEqual(ok(data));
    expect(localizationForm(usualReadings, refused(404, 404))).toEqual(refused(404, 404));
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

  it('numbers identifiers in callbacks as in replies', () => {
    const payload = { task_id: '3', trace_id: '5', detail: { job_id: '4' } };
    expect(idsForm(reading({ 'id-type': 'number' }), payload)).toEqual({
      task_id: 3,
      trace_id: '5',
      detail: { job_id: 4 },
    });
  });

  it('keeps the envelope of an error that HTTP calls a success', () => {
    const { httpStatus, body } = localizationForm(reading({ 'error-carriage': 'http' }), refused(200, 504));
    expect({ httpStatus, body }).toMatchObject({ httpStatus: 200, body: { success: false, code: 504 } });
  });

  it('has its own words for jobs', () => {
    expect(jobStatusForm(reading({ 'job-words': 'TIMED_OUT' }), 'FAILED')).toBe('TIMED_OUT');
    expect(jobStatusForm(reading({ 'job-words': 'TIMED_OUT' }), 'COMPLETED')).toBe('COMPLETED');
  });
});
