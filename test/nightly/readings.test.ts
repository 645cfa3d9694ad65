/**
 * Each reading of what the documents leave open, through a whole release: by itself where a release must meet something
 * for it to show, and else together with readings of other points.
 */
import { eachReading, occasionFor } from '../../trials/services/other-services';
import { runRelease } from '../../trials/services/run-release';
import type { Readings } from '../../src/sandbox/readings/catalogue';

/** Those that leave a release to a person, who is told what was seen; every other release is done. */
const told: Readonly<Record<string, { state: 'parked' | 'failed'; problem: string }>> = {
  // Refused before anything is paid for: the configuration can name the other fields.
  'create-request-fields=renamed': { state: 'failed', problem: '400' },
  'create-size-limit=1mb': { state: 'parked', problem: '413' },
  'client-task-id=refused': { state: 'parked', problem: '409' },
  'publish-jobs=unlisted': { state: 'parked', problem: 'outcome_unknown' },
  'supplement-failure=partial-rows': { state: 'parked', problem: 'supplement_skipped' },
  'term-delete-body=ids': { state: 'parked', problem: '400' },
  'draft-request=content': { state: 'parked', problem: 'invalid_input' },
};

const SILENT_MS = 120_000;

const occasionOf = (readings: Partial<Readings>): string => {
  const { profile, ...others } = occasionFor(readings);
  return JSON.stringify({ ...others, profile: { ...profile, readings: {} } });
};

const all = eachReading();
const alone = all.filter(({ name, readings }) => name in told || occasionOf(readings) !== occasionOf({}));

/** The first other reading of every point, then the second of those that have one, and so on. */
const together: { name: string; readings: Partial<Readings> }[] = [];
for (const { name, readings } of all.filter((one) => !alone.includes(one))) {
  const [id = ''] = Object.keys(readings);
  const place = together.find((group) => !(id in group.readings));
  if (place === undefined) together.push({ name, readings });
  else Object.assign(place, { name: `${place.name}, ${name}`, readings: { ...place.readings, ...readings } });
}

it('leaves none out', () => {
  const met = [...alone, ...together].flatMap(({ readings }) => Object.entries(readings));
  expect(met.map((pair) => pair.join('=')).sort()).toEqual(all.map(({ name }) => name).sort());
});

describe('a release under', () => {
  it.concurrent.each([...alone, ...together])('$name', async ({ name, readings }) => {
    const { faults, status } = await runRelease(readings, { silentMs: SILENT_MS });
    expect(faults).toEqual([]);
    expect({ state: status?.state, problem: status?.problem?.code ?? null }).toEqual(
      told[name] ?? { state: 'done', problem: null },
    );
  });
});
