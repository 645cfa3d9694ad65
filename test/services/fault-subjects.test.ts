import { faultSubjects } from '../../src/sandbox/faults';
import { startSandbox } from '../../src/sandbox/sandbox';

it('a fault can be put on every endpoint that there is, and on no other', async () => {
  const endpoints = new Set<string>(['GET /download']);
  for (const reading of ['objects', 'post-only'] as const) {
    const sandbox = await startSandbox({ readings: { 'languages-reply': reading } });
    for (const endpoint of [...sandbox.localization.endpoints, ...sandbox.social.endpoints])
      endpoints.add(endpoint);
    await sandbox.close();
  }
  expect([...endpoints].sort()).toEqual([...faultSubjects.request].sort());
});
