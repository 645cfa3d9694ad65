import { useEffect, useRef } from 'preact/hooks';
import { schedulePath } from '../../src/domain/console-paths';
import type { ScheduleRow } from '../../src/protocol/console-api';
import { api } from '../api';
import { listen } from '../live-events';
import { usePage } from '../components/use-page';
import { StateBadge } from '../components/state-badge';
import { ErrorMessage } from '../components/error-message';
import { Loading } from '../components/loading';
import { When } from '../components/when';
import { useResource } from '../resource';
import { may } from '../session';
import { ScheduleViews } from '../schedules/schedule-views';
import { LastRelease } from '../schedules/last-release';
import { NoSchedules } from '../schedules/no-schedules';
import { Note } from '../schedules/note';
import { ScheduleAction } from '../schedules/schedule-action';
import { ZonedTime } from '../schedules/zoned-time';

export function SchedulesPage() {
  const main = usePage('Schedules');
  const schedules = useResource('schedules', api.schedules);
  useEffect(() => listen(null, { releases: schedules.reload, reconnected: schedules.reload }), []);
  const rows = schedules.value.value;
  return (
    <main id="main" {...main}>
      <ScheduleViews here="list" />
      <ErrorMessage error={schedules.error.value} again={schedules.reload} />
      {rows === null && schedules.error.value === null && <Loading />}
      {rows?.length === 0 && <NoSchedules />}
      <ul class="schedules">
        {rows?.map((row) => (
          <Schedule key={row.id} row={row} done={schedules.reload} />
        ))}
      </ul>
    </main>
  );
}

function Schedule({ row, done }: { row: ScheduleRow; done: () => void }) {
  const { id, description, timeZone, paused, notes, nextRuns, declared, lastRun } = row;
  const freezes = declared?.freeze ?? [];
  const [note] = notes;
  const place = useRef<HTMLLIElement>(null);
  // It is not there yet when the browser looks for the place that an address names.
  useEffect(() => {
    if (location.hash === new URL(schedulePath(id), location.href).hash) place.current?.scrollIntoView();
  }, []);
  return (
    <li ref={place} id={id} class={`panel ${paused ? 'paused' : ''}`}>
      <div class="heading">
        <h2>
          <bdi>{id}</bdi>
        </h2>
        {paused && <StateBadge state="paused" />}
        <span class="muted" dir="auto">
          {description}
        </span>
      </div>
      <dl>
        <dt>Next runs</dt>
        <dd>
          {nextRuns.length === 0 ? (
            <span class="muted">{paused ? 'None while paused' : 'None'}</span>
          ) : (
            <ol class="runs">
              {nextRuns.map(({ at }, index) => (
                <li key={at}>
                  <ZonedTime at={at} timeZone={timeZone} />
                  {index === 0 && (
                    <span class="muted">
                      {', '}
                      <When at={at} ago />
                    </span>
                  )}
                </li>
              ))}
            </ol>
          )}
        </dd>
        <dt>Last run</dt>
        <dd>
          {lastRun === null ? (
            <span class="muted">No run yet</span>
          ) : (
            <>
              {lastRun.state} <span class="muted">at</span>{' '}
              <ZonedTime at={lastRun.scheduledAt} timeZone={timeZone} />
              {lastRun.releaseId !== null && (
                <>
                  : <LastRelease id={lastRun.releaseId} />
                </>
              )}
              {lastRun.problem !== null && (
                <p class="lacks" dir="auto">
                  {lastRun.problem}
                </p>
              )}
            </>
          )}
        </dd>
        {freezes.length > 0 && (
          <>
            <dt>Frozen</dt>
            <dd>
              <ul>
                {freezes.map(({ from, to, reason }) => (
                  <li key={`${from} ${to}`}>
                    {from === to ? from : `${from} to ${to}`} <span dir="auto">({reason})</span>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {note !== undefined && (
          <>
            <dt>Note</dt>
            <dd>
              <Note note={note} />
            </dd>
          </>
        )}
      </dl>
      {may('operate') && (
        <div class="buttons">
          <ScheduleAction id={id} action={paused ? 'resume' : 'pause'} done={done} />
          <ScheduleAction id={id} action="trigger" done={done} />
        </div>
      )}
    </li>
  );
}
