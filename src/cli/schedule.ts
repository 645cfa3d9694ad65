import { InvalidArgumentError, Option, type Command } from 'commander';
import { zonedTime } from '../domain/fields';
import { readScheduleFile } from '../source/read-schedule-file';
import { asOption, outputOption } from './command-options';
import { changeText, detailsText, scheduleTable, runTimeText } from './schedule-text';
import type { TableOptions } from './table';
import { createTerminal, shown } from './terminal';
import { withBackend, withLocalBackend } from './with-backend';

interface Common {
  as?: string;
  reason?: string;
  output: string;
}

interface ApplyOptions extends Common {
  prune?: boolean;
  dryRun?: boolean;
}

export function define(schedule: Command): void {
  action(schedule.command('apply <file>'), 'Create the schedules of a file, or update them to match it.')
    .option('--dry-run', 'Only show what would be done.')
    .option('--prune', 'Delete schedules of the same projects that are no longer in the file.')
    .addHelpText('after', '\nExample:\n  locrelease schedule apply schedules.yaml --dry-run')
    .action((file: string, options: ApplyOptions) =>
      // Workers read the files of a night where this command has found them.
      withLocalBackend(
        '"schedule apply"',
        async ({ ask, rules }) => {
          const declared = await readScheduleFile(file, rules());
          const { prune = false, dryRun = false } = options;
          const schedules = await ask('applySchedules', { declared, prune, dryRun, ...why(options) });
          const text = shown(schedules).map(changeText).join('\n');
          say(options, { dryRun, schedules }, dryRun ? `${text}\nDry run: nothing was changed.` : text);
        },
        options,
      ),
    );

  schedule
    .command('list')
    .description('List the schedules, their next runs and the result of the last run.')
    .addOption(scheduleTable.columnsOption())
    .addOption(scheduleTable.sortOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease schedule list')
    .action((options: Common & TableOptions) =>
      withBackend(async ({ ask }) => {
        const schedules = scheduleTable.sorted(await ask('schedules', {}), options);
        createTerminal(options.output === 'json').data({ schedules }, ({ schedules }) =>
          schedules.length === 0 ? 'No schedules.' : scheduleTable.text(schedules, options),
        );
      }),
    );

  schedule
    .command('show <schedule>')
    .description('Show everything about a schedule.')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease schedule show strings')
    .action((id: string, options: Common) =>
      withBackend(async ({ ask }) => {
        const details = await ask('schedule', { id });
        say(options, details, detailsText(shown(details)));
      }),
    );

  action(schedule.command('pause <schedule>'), 'Pause a schedule. Runs in progress continue.')
    .addHelpText('after', '\nExample:\n  locrelease schedule pause strings --reason "release week"')
    .action((id: string, options: Common) =>
      withBackend(async ({ ask }) => {
        const answer = await ask('pauseSchedule', { id, ...why(options) });
        say(options, answer, `${answer.id} is paused.`);
      }, options),
    );

  action(
    schedule.command('resume <schedule>'),
    'Resume a schedule. Runs that were due during the pause are skipped.',
  )
    .addHelpText('after', '\nExample:\n  locrelease schedule resume strings')
    .action((id: string, options: Common) =>
      withBackend(async ({ ask }) => {
        const answer = await ask('resumeSchedule', { id, ...why(options) });
        say(options, answer, `${answer.id} is resumed.`);
      }, options),
    );

  action(schedule.command('trigger <schedule>'), 'Run a schedule now, even if it is paused or frozen.')
    .addHelpText('after', '\nExample:\n  locrelease schedule trigger strings --reason "hotfix"')
    .action((id: string, options: Common) =>
      withBackend(async ({ ask }) => {
        const answer = await ask('triggerSchedule', { id, ...why(options) });
        const words = { started: 'runs now.', buffered: 'runs when its current run has ended.' };
        say(options, answer, `${answer.id} ${words[answer.outcome]}`);
      }, options),
    );

  action(
    schedule.command('backfill <schedule>'),
    'Run what a schedule would have run between two times, one run after the other.',
  )
    .addOption(timeOption('--from <time>', 'Start of the time range, for example 2026-12-01T00:00+01:00.'))
    .addOption(timeOption('--to <time>', 'End of the time range, not in the future.'))
    .addHelpText(
      'after',
      '\nExample:\n  locrelease schedule backfill strings --from 2026-12-01T00:00Z --to 2026-12-02T00:00Z',
    )
    .action((given: string, options: Common & { from: Date; to: Date }) =>
      withBackend(async ({ ask }) => {
        const [from, to] = [options.from.toISOString(), options.to.toISOString()];
        const { id, runs } = await ask('backfillSchedule', { id: given, from, to, ...why(options) });
        const text =
          runs.length === 0 ? `${id} has no runs between these times.` : runs.map(runTimeText).join('\n');
        say(options, { id, runs }, text);
      }, options),
    );

  action(schedule.command('delete <schedule>'), 'Delete a schedule. Runs and releases in progress continue.')
    .addHelpText('after', '\nExample:\n  locrelease schedule delete strings')
    .action((id: string, options: Common) =>
      withBackend(async ({ ask }) => {
        const answer = await ask('deleteSchedule', { id, ...why(options) });
        say(options, answer, `${answer.id} is deleted.`);
      }, options),
    );
}

/** Something that a person does, and that is noted with the schedule. */
function action(command: Command, description: string): Command {
  return command
    .description(description)
    .option('--reason <text>', 'Reason for the change.')
    .addOption(asOption())
    .addOption(outputOption());
}

function why({ reason }: Common): { reason?: string } {
  return reason === undefined ? {} : { reason };
}

function say(options: Common, document: unknown, text: string): void {
  createTerminal(options.output === 'json').data(document, () => text);
}

function timeOption(flags: string, description: string): Option {
  return new Option(flags, description).makeOptionMandatory().argParser((text) => {
    const { success } = zonedTime.safeParse(text);
    if (!success)
      throw new InvalidArgumentError('Expected a time with its zone, such as 2026-12-01T09:00+08:00.');
    return new Date(text);
  });
}
