import type { Notice } from '../../../src/domain/notices/notice';
import { asOf, type IsDecided } from '../../../src/notices/late-notice';
import { noticeOf } from '../../../src/notices/notice-text';

const at = '2026-11-16T08:20:00.000Z';
const dueAt = '2026-11-16T08:35:00.000Z';
const lastCall = noticeOf(
  {
    id: 'run/review.escalated/1',
    at,
    project: 'default',
    name: 'game',
    occurrence: { event: 'review.escalated', terms: 3, dueAt, onDeadline: 'reject' },
  },
  'https://console.example',
);
const isOpen: IsDecided = () => Promise.resolve(false);
const sentAt = (time: string, isDecided = isOpen): Promise<Notice> =>
  asOf(Date.parse(time), lastCall, isDecided);

describe('a notice that is sent', () => {
  it('at once is sent as it is', async () => {
    expect(lastCall.title).toBe('Last reminder: default/game will be rejected in 15 min');
    expect(await sentAt('2026-11-16T08:20:05.000Z')).toEqual(lastCall);
  });

  it('late says how much time is left now, and when it happened', async () => {
    const { title, text } = await sentAt('2026-11-16T08:24:00.000Z');
    expect(title).toBe('Last reminder: default/game will be rejected in 11 min');
    expect(text).toContain('until Mon 2026-11-16 08:35 +00:00 (in 11 min).');
    expect(text).toMatch(/ This happened Mon 2026-11-16 08:20 \+00:00, 4 min ago\.$/);
    expect((await sentAt('2026-11-16T08:40:00.000Z')).title).toBe(
      'Last reminder: default/game will be rejected now',
    );
  });

  it('after the decision asks for none', async () => {
    expect(await sentAt('2026-11-16T09:20:00.000Z', () => Promise.resolve(true))).toEqual({
      ...lastCall,
      title: 'Decided meanwhile: the term review of default/game',
      text: 'It was asked for Mon 2026-11-16 08:20 +00:00, 1 h ago. There is nothing to do.',
    });
  });
});
