import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { schedulePath } from '../../src/domain/console-paths';
import { textOf } from '../../src/domain/problems/problem-catalogue';
import { publishedSince } from '../../src/domain/release/release-languages';
import type { Work } from '../../src/domain/service-work';
import type { ProjectLine } from '../../src/protocol/console-api';
import { api, Refusal, Unreachable } from '../api';
import { ReasonDialog } from '../components/dialog';
import { Button } from '../components/form';
import { StateBadge } from '../components/icon';
import { usePage } from '../components/page';
import { Branch, ReleaseLink, UnreadableReleases } from '../components/release-name';
import { Loaded, useResource } from '../components/resource';
import { TableHead } from '../components/table';
import { When } from '../components/when';
import { listen } from '../live-events';
import { may } from '../session';
import { pageForm } from '../release/stage-words';
import { toast, toastError } from '../toasts';

type Publication = ProjectLine['published'][number];

export function ProjectPage() {
  const { project = '' } = useRoute().params;
  const main = usePage(`Project ${project}`);
  const line = useResource(project, () => api.project(project));
  const schedules = useResource('schedules', api.schedules);
  useEffect(() => listen(null, { releases: line.reload }), [project]);
  const own = schedules.value.value?.filter(({ id }) => id.startsWith(`${project}/`)) ?? [];
  return (
    <main id="main" {...main} class="project-page">
      <h1>
        Project <bdi>{project}</bdi>
      </h1>
      <Loaded of={line}>
        {(shown) => (
          <>
            <Live live={shown.published[0]} />
            <OpenWork open={shown.open} />
            <UnreadableReleases releases={shown.unreadable} />
            {own.length > 0 && (
              <section class="panel" aria-labelledby="schedules-title">
                <h2 id="schedules-title">Schedules</h2>
                <ul>
                  {own.map(({ id, description, paused }) => (
                    <li key={id}>
                      <a href={schedulePath(id)}>
                        <bdi>{id}</bdi>
                      </a>{' '}
                      {paused && <StateBadge state="paused" />} <span class="muted">{description}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <Line line={shown} onDone={line.reload} />
          </>
        )}
      </Loaded>
    </main>
  );
}

function Live({ live }: { live: Publication | undefined }) {
  return (
    <section class="panel" aria-labelledby="live-title">
      <h2 id="live-title">Live</h2>
      {live === undefined ? (
        <p class="muted">Nothing has been published to this project by a release that is on record.</p>
      ) : (
        <>
          <p>
            <ReleaseLink id={live.id} /> <Branch name={live.branch} />
          </p>
          <p>
            <How publication={live} ago />, in <bdi>{live.languages.join(', ')}</bdi>.
          </p>
        </>
      )}
    </section>
  );
}

/** `ago`: also shows how long ago it was. */
export function How({
  publication: { kind, at, by, why },
  ago = false,
}: {
  publication: Publication;
  ago?: boolean;
}) {
  const isRollback = kind === 'rollback';
  const when = ago && [' ', <When key="when" at={at} ago />];
  return (
    <>
      {isRollback ? 'Rolled back to it' : 'Published'}
      {!isRollback && when}
      {by !== null && (
        <>
          {isRollback ? ' by ' : ', started by '}
          <bdi>{by}</bdi>
        </>
      )}
      {why !== null && (
        <>
          {' '}
          (<q dir="auto">{why}</q>)
        </>
      )}
      {isRollback && when}
    </>
  );
}

function OpenWork({ open }: { open: ProjectLine['open'] }) {
  return (
    <section class="panel" aria-labelledby="open-title">
      <h2 id="open-title">Under way</h2>
      {open.length === 0 && <p class="muted">Nothing is under way.</p>}
      <ul>
        {open.map(({ id, state, startedBy, startedAt }) => (
          <li key={id}>
            <ReleaseLink id={id} /> <StateBadge state={state} />{' '}
            <span class="muted">
              {startedBy !== null && (
                <>
                  by <bdi>{startedBy}</bdi>,{' '}
                </>
              )}
              <When at={startedAt} ago />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ line: { published, isCut }, onDone }: { line: ProjectLine; onDone: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const live = published[0]?.id;
  if (published.length === 0) return null;
  return (
    <section aria-labelledby="line-title">
      <h2 id="line-title">Releases and rollbacks</h2>
      <table class="glossary" role="table">
        <TableHead titles={['Release', 'How', 'When', 'Languages']}>
          <th role="columnheader" scope="col">
            <span class="unseen">Roll back</span>
          </th>
        </TableHead>
        <tbody>
          {published.map((one) => (
            <tr key={`${one.id} ${one.at}`}>
              <th scope="row">
                <ReleaseLink id={one.id} /> <Branch name={one.branch} />
              </th>
              <td>
                <How publication={one} />
              </td>
              <td>
                <When at={one.at} />
              </td>
              <td>
                <bdi>{one.languages.join(', ')}</bdi>
              </td>
              <td>
                {may('operate') && one.id !== live && one.kind === 'release' && (
                  <Button onClick={() => setChosen(one.id)}>Roll back to it…</Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && (
        <p class="muted">
          Older ones are in the records: <code>locrelease list --all</code> lists them.
        </p>
      )}
      {chosen !== null && (
        <RollbackDialog
          id={chosen}
          atRisk={publishedSince(published, chosen)}
          onLeave={() => setChosen(null)}
          onDone={onDone}
        />
      )}
    </section>
  );
}

const FOLLOW_MS = 1000;

const isOutage = (status: number): boolean => status >= 502 && status <= 504;

/** Resolves when the rollback has ended, because only then do the records have it. An outage is waited out. */
async function follow(work: Work, id: string): Promise<void> {
  for (;;) {
    const status = await api.workStatus(work).catch((error: unknown) => {
      if (error instanceof Unreachable || (error instanceof Refusal && isOutage(error.status))) return null;
      throw error;
    });
    if (status?.problem) throw new Error(`The rollback to ${id}: ${textOf(status.problem, pageForm)}`);
    await new Promise((resolve) => setTimeout(resolve, FOLLOW_MS));
    if (status !== null && status.state !== 'running' && status.doing === null) return;
  }
}

interface RollbackDialogProps {
  id: string;
  atRisk: readonly string[];
  onLeave: () => void;
  onDone: () => void;
}

/** Publishes the task of an earlier release again. A loss of languages is refused until a person allows it. */
function RollbackDialog({ id, atRisk, onLeave, onDone }: RollbackDialogProps) {
  const [project = '', name = ''] = id.split('/');
  const loseLanguages = useSignal(false);
  const rollBack = async (reason: string): Promise<void> => {
    const { work } = await api.rollback({ project, name }, { reason, loseLanguages: loseLanguages.value });
    toast(`The rollback to ${id} has begun. It shows here once it is published.`);
    follow(work, id).then(onDone, toastError);
  };
  return (
    <ReasonDialog title={`Roll back to ${id}?`} action="Roll back" danger onDo={rollBack} onLeave={onLeave}>
      <p>
        The strings of this release are published to the project again and replace what is live now. Its files
        are exported again. No announcement is sent, and what was announced stays.
      </p>
      {atRisk.length > 0 && (
        <p>
          Published since, and not in this release: <bdi>{atRisk.join(', ')}</bdi>. The project may lose them.
        </p>
      )}
      <label class="choice">
        <input
          type="checkbox"
          checked={loseLanguages.value}
          onChange={(event) => (loseLanguages.value = event.currentTarget.checked)}
        />{' '}
        Allow the loss of languages that were published since
      </label>
    </ReasonDialog>
  );
}
