/** Publish jobs, by their id. */
import type { Command } from 'commander';
import { publishWaitCapMs } from '../domain/polling';
import type { PublishView } from '../localization/replies';
import { add } from './command';
import { projectOption, timeoutOption } from './command-options';
import { inProject, runWork } from './run-work';

export function define(job: Command): void {
  add(job, 'status <job>', {
    description: 'Show a publish job as the service has it now.',
    options: { project: projectOption },
    examples: ['service job status publish_open_1'],
    run: async ({ ask, terminal }, { project }, jobId: string) =>
      terminal.data({ publish: await ask('publishStatus', { project, jobId }) }, ({ publish }) =>
        publishText(jobId, publish),
      ),
  });
  add(job, 'wait <job>', {
    description: 'Wait until a publish job is completed or has failed.',
    options: { project: projectOption, timeout: timeoutOption('the job', '15m') },
    help: 'Exit code 0: completed. 4: not ended at the timeout; the job continues. 8: failed at the service.',
    examples: ['service job wait publish_open_1 --timeout 15m'],
    run: (at, { project, timeout = publishWaitCapMs }, jobId: string) =>
      runWork(at, {
        work: { kind: 'wait-publish', project, jobId },
        again: `locrelease service job wait ${jobId}${inProject(project)}`,
        timeoutMs: timeout,
      }),
  });
}

function publishText(jobId: string, { status, error }: PublishView): string {
  return [`${jobId}  ${status}`, ...(error === null ? [] : [`failed  ${error}`])].join('\n');
}
