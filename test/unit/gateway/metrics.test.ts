import fc from 'fast-check';
import { Counter, exposition, Gauge, Histogram } from '../../../src/gateway/metrics';

describe('the text for Prometheus', () => {
  it('has help, type and samples of each metric, and ends with a line break', () => {
    const calls = new Counter('calls_total', 'Calls by outcome');
    calls.add({ event: 'task.completed', outcome: 'signalled' });
    calls.add({ event: 'task.completed', outcome: 'signalled' });
    calls.add({ event: 'lqaBatch', outcome: 'ended' });
    const up = new Gauge('up', 'Whether it is up');
    up.set(0);
    up.set(1);
    expect(exposition([calls, up])).toBe(
      [
        '# HELP calls_total Calls by outcome',
        '# TYPE calls_total counter',
        'calls_total{event="task.completed",outcome="signalled"} 2',
        'calls_total{event="lqaBatch",outcome="ended"} 1',
        '# HELP up Whether it is up',
        '# TYPE up gauge',
        'up 1',
        '',
      ].join('\n'),
    );
  });

  it('shows nothing of a gauge that was cleared', () => {
    const gauge = new Gauge('releases', 'Releases');
    gauge.set(3, { state: 'running' });
    gauge.clear();
    expect(gauge.samples()).toEqual([]);
  });

  it('keeps any label value on its line, and readable again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\\', '"', '\n', 'n', '{', '}', ',', 'é') }), (value) => {
        const counter = new Counter('calls_total', 'Calls');
        counter.add({ value });
        const [sample = '', ...more] = counter.samples();
        expect(more).toEqual([]);
        expect(sample).not.toContain('\n');
        const [, escaped = ''] = /^calls_total\{value="((?:[^"\\]|\\[\\"n])*)"\} 1$/.exec(sample) ?? [];
        const unescaped = escaped.replace(/\\(.)/g, (_all, character) =>
          character === 'n' ? '\n' : String(character),
        );
        expect(unescaped).toBe(value);
      }),
    );
  });

  it('keeps help on its line', () => {
    expect(exposition([new Counter('a', 'one\ntwo \\ three')])).toContain('# HELP a one\\ntwo \\\\ three\n');
  });
});

describe('a histogram', () => {
  it('counts a value in every bucket that it fits in', () => {
    const histogram = new Histogram('seconds', 'Time', [0.1, 1]);
    for (const value of [0.05, 0.1, 0.5, 7]) histogram.observe(value);
    expect(histogram.samples()).toEqual([
      'seconds_bucket{le="0.1"} 2',
      'seconds_bucket{le="1"} 3',
      'seconds_bucket{le="+Inf"} 4',
      'seconds_sum 7.65',
      'seconds_count 4',
    ]);
  });
});
