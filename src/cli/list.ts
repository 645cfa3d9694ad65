import { Option, type Command } from 'commander';
import { counted } from '../domain/counted';
import { holdWords } from '../domain/holds';
import { releaseStates, type ReleaseState } from '../domain/release-states';
import type { ListedRelease } from '../client/list-releases';
import { limitOption, moreText, requireProjectName } from './command-options';
import { Table, type ListOptions } from './table';
import { say } from './terminal';
import { timeText } from './time-text';
import { withBackend } from './with-backend';

interface ReleaseListOptions extends ListOptions {
  state?: ReleaseState;
  project?: string;
  all?: boolean;
  limit: number;
}

const help = `
With --all, also what Temporal has forgotten, each end of a release that ended several times, and rollbacks: from the
records in the store, with who decided and why.

Examples:
  locrelease list --state waiting
  locrelease list --all --project default`;

export function define(command: Command): void {
  table
    .options(command)
    .addOption(new Option('--state <state>', 'Only releases in this state.').choices(releaseStates))
    .option('--project <name>', 'Only releases of this project.')
    .option('--all', 'Also what Temporal has forgotten, and rollbacks.')
    .addOption(limitOption())
    .addHelpText('after', help)
    .action(({ state, project, all = false, limit, ...options }: ReleaseListOptions) =>
      withBackend(async ({ ask }) => {
        requireProjectName(project);
        const filter = { ...(state && { state }), ...(project && { project }), all };
        const { releases, more, store } = await ask('list', { ...filter, limit });
        const shown = all ? { columns: columnsOfAll, ...options } : options;
        table.write('releases', releases, shown, { none: 'No releases.' });
        const missing = releases.filter(({ record }) => record === 'missing').length;
        if (missing > 0)
          say(
            `${counted(missing, 'release')} of these ended without a record in the store that was looked into: ${store ?? ''}. Set LOCRELEASE_STORE to the store of the workers if that is another one.`,
          );
        if (more !== null) say(moreText(limit, more));
      }),
    );
}

const waits = { terms: 'a term review', decision: 'a decision' } as const;
const columnsOfAll = ['ended', 'id', 'state', 'languages', 'by', 'why', 'note'];

const table = new Table<ListedRelease>([
  { name: 'id', text: ({ id }) => id },
  { name: 'state', text: ({ kind, state }) => (kind === 'rollback' ? `rollback ${state}` : state) },
  { name: 'stage', text: ({ stage }) => stage ?? '' },
  { name: 'started', text: ({ startedAt }) => timeText(startedAt) },
  { name: 'note', text: noteOf, flexible: true },
  { name: 'project', text: ({ project }) => project, hidden: true },
  { name: 'name', text: ({ name }) => name, hidden: true },
  { name: 'waiting-since', text: ({ waitingSince }) => timeText(waitingSince), hidden: true },
  { name: 'ended', text: ({ endedAt }) => timeText(endedAt ?? null), hidden: true },
  { name: 'languages', text: ({ languages = [] }) => languages.join(', '), flexible: true, hidden: true },
  { name: 'by', text: ({ by }) => by ?? '', hidden: true },
  { name: 'why', text: ({ why }) => why ?? '', flexible: true, hidden: true },
]);

function noteOf({ state, waitingFor, heldFor, heldBehind, record }: ListedRelease): string {
  if (record === 'damaged') return 'its record was changed: see "locrelease report --verify"';
  if (record === 'missing') return 'no record in this store';
  if (state === 'paused') return 'until it is resumed';
  const what = waitingFor === null ? heldFor && holdWords[heldFor] : waits[waitingFor];
  const behind = heldBehind === null ? '' : `, behind ${heldBehind}`;
  return what === null ? '' : `waits for ${what}${behind}`;
}
