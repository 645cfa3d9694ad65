import { cronFault } from '../../../src/domain/schedules/schedule-file';

describe('a cron line', () => {
  it.each([
    '30 2 * * *',
    ' 30  2 * * * ',
    '*/15 0-5,8 1/2 jan,JUNE 7',
    '0 2 * * MON-FRI',
    '0 2 * * monday',
    '05 02 31 12 0',
    '0-59/10 * * * *',
  ])('may be %j', (line) => {
    expect(cronFault(line)).toBeNull();
  });

  it.each(['', '30 2 * *', '0 30 2 * * *', '@daily', 'CRON_TZ=UTC 30 2 * * *', '30 2 * * * # night'])(
    'has five fields, unlike %j',
    (line) => {
      expect(cronFault(line)).toContain('must be a cron line of five fields: minute, hour');
    },
  );

  it.each([
    ['60 2 * * *', 'minute'],
    ['-1 2 * * *', 'minute'],
    [', 2 * * *', 'minute'],
    ['*/0 2 * * *', 'minute'],
    ['1/2/3 2 * * *', 'minute'],
    ['1-2-3 2 * * *', 'minute'],
    ['1.5 2 * * *', 'minute'],
    ['0 24 * * *', 'hour'],
    ['0 5-2 * * *', 'hour'],
    ['0 mon * * *', 'hour'],
    ['0 2 0 * *', 'day of the month'],
    ['0 2 32 * *', 'day of the month'],
    ['0 2 * 13 *', 'month'],
    ['0 2 * janus *', 'month'],
    ['0 2 * * 8', 'day of the week'],
    ['0 2 * * mo', 'day of the week'],
  ])('is not %j, because of its %s', (line, field) => {
    expect(cronFault(line)).toMatch(new RegExp(`^has a wrong ${field}: it takes \\*, numbers from \\d`));
  });
});
