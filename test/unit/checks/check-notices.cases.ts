import { checkNoticeSettings } from '../../../src/checks/check-notices';
import { readConfig } from '../../../src/config/config';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

it.each([
  ['a dev set that runs', process.pid, 'ok', /"locrelease dev" that runs here shows them/],
  ['a dev set that was killed', 2 ** 30, 'warn', /nobody is told/],
])('without routes, and with %s, it tells so', async (_what, pid, level, message) => {
  await scratch.write('.locrelease/dev.json', JSON.stringify({ pid, environment: {} }));
  const config = readConfig({ LOCRELEASE_STORE: scratch.path('.locrelease/store') }, scratch.path());
  const found = checkNoticeSettings(config);
  expect(found.level).toBe(level);
  expect(found.message).toMatch(message);
});
