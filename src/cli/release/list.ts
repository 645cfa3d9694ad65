import type { ListedRelease } from '../../protocol/console-api';
import { counted } from '../../domain/text/counted';
import { holdWords } from '../../domain/release/stages';
import { releaseStates } from '../../domain/release/release-states';
import { given, command } from '../command';
import { flag, limitOption, oneOf, otherwise, projectFilter } from '../command-options';
import { Table } from '../terminal/table';
import { timeText } from '../terminal/terminal-form';

const help = `With --all, also what Temporal has forgotten, each end of a release that ended several times, and rollbacks: from the
records in the store, with who decided and why.`;

const table = new Table<ListedRelease>([
  'id',
  { name: 'state', value: ({ kind, state }) => (kind === 'rollback' ? `rollback ${state}` : state) },
  'stage',
  { name: 'started', value: ({ startedAt }) => timeText(startedAt) },
  { name: 'note', value: noteOf, flexible: true },
  { name: 'project', hidden: true },
  { name: 'name', hidden: true },
  { name: 'waiting-since', value: ({ waitingSince }) => timeText(waitingSince), hidden: true },
  { name: 'ended', value: ({ endedAt }) => timeText(endedAt ?? null), hidden: true },
  { name: 'languages', flexible: true, hidden: true },
  { name: 'by', hidden: true },
  { name: 'why', flexible: true, hidden: true },
]);

const columnsOfAll = ['ended', 'id', 'state', 'languages', 'by', 'why', 'note'];

export const list = command({
  options: {
    ...table.options,
    state: oneOf('<state>', 'Only releases in this state.', releaseStates),
    project: projectFilter('Only releases of this project.'),
    all: flag('Also what Temporal has forgotten, and rollbacks.'),
    limit: otherwise(limitOption, 100),
  },
  help,
  examples: ['list --state waiting', 'list --all --project default'],
  run: async ({ ask, terminal }, { columns, sort, ...filter }) => {
    const { releases, more, store } = await ask('list', filter);
    const shown = given({ columns: columns ?? (filter.all ? columnsOfAll : undefined), sort });
    table.write(terminal, 'releases', releases, shown, { none: 'No releases.' });
    const missing = releases.filter(({ record }) => record === 'missing').length;
    if (missing > 0)
      terminal.info(
        `${counted(missing, 'release')} of these ended without a record in the store that was looked into: ${store ?? ''}. Workers with another LOCRELEASE_STORE keep their records there.`,
      );
    if (more !== null) terminal.info(moreText(filter.limit, more));
  },
});

/** The count of the rest comes from Temporal and is not exact. */
function moreText(limit: number, left: number): string {
  const many = left > 0 ? `about ${left} more` : 'more';
  return `Only the newest ${limit} are shown. There are ${many}: raise --limit to see them.`;
}

const waits = { terms: 'a term review', decision: 'a decision' } as const;

function noteOf({ state, waitingFor, heldFor, heldBehind, record }: ListedRelease): string {
  if (record === 'damaged') return 'its record was changed: see "locrelease report --verify"';
  if (record === 'missing') return 'no record in this store';
  if (state === 'paused') return 'until it is resumed';
  const what = waitingFor === null ? heldFor && holdWords[heldFor] : waits[waitingFor];
  const behind = heldBehind === null ? '' : `, behind ${heldBehind}`;
  return what === null ? '' : `waits for ${what}${behind}`;
}
