/** Each reading of what the documents leave open, by itself, through a whole release. */
import { eachReading } from '../../strangers/choose-strangers';
import { runRelease } from '../../strangers/run-release';

/** Those that leave a release to a person, who is told what was seen; every other release is done. */
const told: Readonly<Record<string, string>> = {};

it.concurrent.each(eachReading())('$name', async ({ name, readings }) => {
  const { faults, status } = await runRelease(readings, { silentMs: 240_000 });
  expect(faults).toEqual([]);
  const problem = told[name] ?? null;
  expect({ state: status?.state, problem: status?.problem?.code ?? null }).toEqual({
    state: problem === null ? 'done' : 'parked',
    problem,
  });
});
