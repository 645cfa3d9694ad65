import { Client, WorkflowNotFoundError } from '@temporalio/client';
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
