import { Registry } from 'prom-client';
import { counterFromZero } from '../../../src/health/counter';

it('a counter shows every series at 0 before the first event', async () => {
  const registry = new Registry();
  const series = [{ kind: 'a' }, { kind: 'b' }] as const;
  const count = counterFromZero({ name: 'seen_total', help: 'Seen', series, registry });
  count({ kind: 'b' });
  expect(await registry.metrics()).toBe(
    '# HELP seen_total Seen\n# TYPE seen_total counter\nseen_total{kind="a"} 0\nseen_total{kind="b"} 1\n',
  );
});
