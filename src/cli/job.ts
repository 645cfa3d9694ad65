/** Publish jobs, by their id. */
import type { Command } from 'commander';
import { publishWaitCapMs } from '../domain/policies';
import type { PublishView } from '../localization/replies';
import { outputOption, projectOption, timeoutOption } from './command-options';
import { runWork, tellWork } from './run-work';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

interface Common {
  project: string;
  output: string;
}

const waitHelp = `
Exit code 0: completed. 4: not ended at the timeout; the job continues. 8: failed at the service.

Example:
  locrelease service job wait publish_open_1 --timeout 15m`;

export function define(publish: Command): void {
  publish
    .command('status <job>')
    .description('Show a publish job as the service has it now.')
    .addOption(projectOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease service job status publish_open_1')
    .action((jobId: string, { project, output }: Common) =>
      withBackend(async ({ ask }) => {
        const status = await ask('publishStatus', { project, jobId });
        createTerminal(output === 'json').data({ publish: status }, ({ publish }) =>
          publishText(jobId, publish),
        );
      }),
    );

  publish
    .command('wait <job>')
    .description('Wait until a publish job is completed or has failed.')
    .addOption(projectOption())
    .addOption(timeoutOption('the job', '15m'))
    .addOption(outputOption())
    .addHelpText('after', waitHelp)
    .action((jobId: string, { project, output, timeout }: Common & { timeout?: number }) =>
      withBackend(async ({ ask }) => {
        const terminal = createTerminal(output === 'json');
        const inProject = project === 'default' ? '' : ` --project ${project}`;
        const status = await runWork(ask, terminal, {
          work: { kind: 'wait-publish', project, jobId },
          again: `locrelease service job wait ${jobId}${inProject}`,
          until: 'ended',
          timeoutMs: timeout ?? publishWaitCapMs,
        });
        tellWork(terminal, status);
      }),
    );
}

function publishText(jobId: string, { status, error }: PublishView): string {
  return [`${jobId}  ${status}`, ...(error === null ? [] : [`failed  ${error}`])].join('\n');
}
