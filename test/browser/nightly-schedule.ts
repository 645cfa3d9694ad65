import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { ScheduleClient } from '../../src/client/schedules/schedule-client';
import { applySchedules } from '../../src/client/schedules/apply-schedules';
import { readScheduleFile } from '../../src/source/read-schedule-file';
import { until } from '../support/until';
import type { ReleaseRig } from '../workflows/release-rig';

/** A schedule of a release that nobody has to look at; answers its id. */
export async function makeSchedule(rig: ReleaseRig): Promise<string> {
  const { project, client, taskQueue } = rig;
  const directory = join(rig.directory, 'nights');
  await mkdir(directory);
  await writeFile(join(directory, 'strings.json'), JSON.stringify({ greeting: 'Hello' }));
  const release = {
    name: 'strings',
    project,
    source: { file: 'strings.json' },
    targetLanguages: ['ja'],
    terms: { scan: false },
    publish: false,
  };
  await writeFile(join(directory, 'release.yaml'), stringify(release));
  // A 29th of February on a Sunday: what runs is what a test runs.
  const schedule = { id: 'strings', timeZone: 'UTC', release: 'release.yaml', cron: '0 0 29 2 sun' };
  const file = join(directory, 'schedules.yaml');
  await writeFile(file, stringify({ schedules: [schedule] }));
  await applySchedules(client, await readScheduleFile(file), { taskQueue, by: 'tester' });
  const id = `${project}/strings`;
  const schedules = new ScheduleClient(client);
  await until('it is listed', async () => (await schedules.list()).some((found) => found.id === id));
  return id;
}
