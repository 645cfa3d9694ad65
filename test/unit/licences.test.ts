import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

it('the list of licences is that of the lock file (npm run licences)', () => {
  const script = resolve(__dirname, '../../scripts/write-licences.mjs');
  expect(spawnSync(process.execPath, [script, '--check']).status).toBe(0);
});
