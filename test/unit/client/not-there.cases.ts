import { Readable } from 'node:stream';
import { Client, ScheduleNotFoundError, WorkflowNotFoundError } from '@temporalio/client';
import { openArchive } from '../../../src/client/records/archived-releases';
import { noRelease } from '../../../src/client/releases/release-name';
import { ownMark } from '../../../src/client/schedules/schedule-options';
import { ScheduleClient } from '../../../src/client/schedules/schedule-client';
import { readConfig } from '../../../src/config/config';
import { nightlyScheduleId } from '../../../src/domain/release/identity';
import { glossaryOperations } from '../../../src/operations/glossary-operations';
import { releaseOperations } from '../../../src/operations/release-operations';
import { manifestBody } from '../../support/manifest';
import { useScratch } from '../../support/scratch';
import { NotThere } from '../../../src/client/errors';
import { uploadResult } from '../../../src/client/glossary/start-termbase-upload';
import { WorkClient } from '../../../src/client/work-client';
import { TemporalConnection } from '../../../src/temporal/closable-connection';

const connection = TemporalConnection.lazy({ address: '127.0.0.1:1' });
afterAll(() => connection.close());

const client = new Client({
  connection,
  interceptors: {
    workflow: [
      {
        describe: ({ workflowExecution: { workflowId } }) =>
          Promise.reject(new WorkflowNotFoundError('workflow not found', workflowId, undefined)),
      },
    ],
  },
});

it('is said of work that nobody asked for', async () => {
  const works = new WorkClient(client, { taskQueue: 'locrelease', minCheckIntervalMs: 1 });
  const asked = works.status({ kind: 'wait-publish', project: 'default', jobId: 'job_1' });
  await expect(asked).rejects.toThrow(NotThere);
  await expect(asked).rejects.toThrow(/was never asked for, or it ended so long ago/);
});

it.each(['termbase/default/upload-0123456789abcdef', 'nothing-like-it'])(
  'is said of an upload %s that nobody began',
  async (id) => {
    const asked = uploadResult(client, id, 0);
    await expect(asked).rejects.toThrow(NotThere);
    await expect(asked).rejects.toThrow(`There is no upload ${id}, or it ended so long ago`);
  },
);

describe('a record that is not there', () => {
  const scratch = useScratch();

  it('is told with the one that was meant, and with the store that was looked into', async () => {
    const store = scratch.path('store');
    const config = readConfig({ LOCRELEASE_STORE: store });
    await openArchive(config).put(manifestBody(), null);
    const [kept] = await openArchive(config).entries();
    const name = `${kept?.name ?? ''}x`;
    const asked = openArchive(config).demand({ project: kept?.project ?? '', name });
    await expect(asked).rejects.toThrow(NotThere);
    await expect(asked).rejects.toThrow(`Did you mean ${kept?.project}/${kept?.name}?`);
    await expect(asked).rejects.toThrow(`The store that was looked into is ${store}:`);
  });
});

describe('a release that does not exist', () => {
  const scratch = useScratch();

  it('has changed nothing in a termbase, and is said not to exist', async () => {
    const config = readConfig({ LOCRELEASE_STORE: scratch.path('store') });
    const status = () => Promise.reject(noRelease({ project: 'default', name: 'gmae' }, ['default/game']));
    const open = (): Readable => Readable.from([]);
    const access = { config, archive: openArchive(config), releases: { open, status } };
    const who = {} as never;
    for (const act of [
      () => glossaryOperations.glossaryChanges.run(access as never, { id: 'gmae' }, who),
      () => glossaryOperations.planRevert.run(access as never, { id: 'gmae', terms: [] }, who),
    ])
      await expect(act()).rejects.toThrow('There is no release default/gmae. Did you mean default/game?');
  });
});

it('is said of a schedule, with the one that was meant', async () => {
  const asked = new ScheduleClient({
    schedule: {
      getHandle: () => ({ describe: () => Promise.reject(new ScheduleNotFoundError('none', 'x')) }),
      list: () =>
        Readable.from([
          { scheduleId: nightlyScheduleId({ project: 'default', name: 'night' }), memo: ownMark },
        ]),
    },
  } as never).show('nigth');
  await expect(asked).rejects.toThrow('There is no schedule default/nigth. Did you mean default/night?');
});

describe('a project that nobody has set up', () => {
  const scratch = useScratch();

  it('is no empty list', async () => {
    const file = await scratch.write('locrelease.config.yaml', 'projects: {}\n');
    const config = readConfig({ LOCRELEASE_CONFIG: file, LOCRELEASE_STORE: scratch.path('store') });
    const open = (): Readable => Readable.from([]);
    const access = { config, releases: { newest: () => [], open } } as never;
    const who = {} as never;
    const acts = (project: string) => [
      () => releaseOperations.list.run(access, { project, all: false, limit: 1 }, who),
      () => releaseOperations.releasesToRetry.run(access, { project }, who),
      () => glossaryOperations.termbaseUploads.run(access, { project }, who),
    ];
    for (const act of acts('nope'))
      await expect(act()).rejects.toThrow(
        /^Project nope is not in the configuration file .* There is: default\.$/,
      );
    for (const act of acts('default')) await expect(act()).resolves.toBeDefined();
  });
});
