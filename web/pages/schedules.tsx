import { useEffect, useRef, useState } from 'preact/hooks';
import { calendarPath, releasePath, schedulePath, schedulesPath } from '../../src/domain/console-paths';
import { parseReleaseId } from '../../src/domain/release/identity';
import type { ScheduleRow } from '../../src/protocol/console-api';
import { api } from '../api';
import { ReasonDialog } from '../components/dialog';
import { Button } from '../components/form';
import { StateBadge } from '../components/icon';
import { usePage } from '../components/page';
import { Loaded, useResource } from '../components/resource';
import { Fact } from '../components/text';
import { nowMs, When } from '../components/when';
import { localTimeText } from '../format';
import { listen } from '../live-events';
import { dayText } from '../schedules/month';
import { may } from '../session';
import { toast } from '../toasts';

export function SchedulesPage() {
  const main = usePage('Schedules');
  const schedules = useResource('schedules', api.schedules);
  useEffect(() => listen(null, { releases: schedules.reload }), []);
  return (
    <main id="main" {...main}>
      <ScheduleViews here="list" />
      <Loaded of={schedules}>{(rows) => rows.length === 0 && <NoSchedules />}</Loaded>
      <ul class="schedules cards">
        {schedules.value.value?.map((row) => (
          <Schedule key={row.id} row={row} done={schedules.reload} />
        ))}
      </ul>
    </main>
  );
}

export function ScheduleViews({ here }: { here: 'list' | 'calendar' }) {
  return (
    <div class="heading">
      <h1>Schedules</h1>
      <nav class="views" aria-label="Views of the schedules">
        <a href={schedulesPath} aria-current={here === 'list' ? 'page' : undefined}>
          List
        </a>
        <a href={calendarPath} aria-current={here === 'calendar' ? 'page' : undefined}>
          Calendar
        </a>
      </nav>
    </div>
  );
}

export function NoSchedules() {
  return (
    <p class="empty">
      There are no schedules. Create one with <code>locrelease schedule apply</code>.
    </p>
  );
}

function Schedule({ row, done }: { row: ScheduleRow; done: () => void }) {
  const { id, description, timeZone, paused, notes, nextRuns, declared, lastRun } = row;
  const freezes = declared?.freeze ?? [];
  const [note] = notes;
  const place = useRef<HTMLLIElement>(null);
  // The browser scrolls to the place in the address before the list is there.
  useEffect(() => {
    if (location.hash === new URL(schedulePath(id), location.href).hash) place.current?.scrollIntoView();
  }, []);
  return (
    <li ref={place} id={id} class={`panel stack ${paused ? 'edge' : ''}`}>
      <div class="heading">
        <h2>
          <bdi>{id}</bdi>
        </h2>
        {paused && <StateBadge state="paused" />}
        <span class="muted" dir="auto">
          {description}
        </span>
      </div>
      <dl class="facts">
        <Fact name="Next runs">
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
        </Fact>
        <Fact name="Last run">
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
        </Fact>
        {freezes.length > 0 && (
          <Fact name="Frozen">
            <ul>
              {freezes.map(({ from, to, reason }) => (
                <li key={`${from} ${to}`}>
                  {from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`}{' '}
                  <span dir="auto">({reason})</span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {note !== undefined && (
          <Fact name="Note">
            <Note note={note} />
          </Fact>
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

/** Shows only the release's own name, because the project is the schedule's. */
function LastRelease({ id }: { id: string }) {
  const release = parseReleaseId(id);
  const name = <bdi>{release?.name ?? id}</bdi>;
  return release === null ? name : <a href={releasePath(release)}>{name}</a>;
}

/** A note of an action on a schedule begins with its time. */
function Note({ note }: { note: string }) {
  const [, at, text] = /^(\d{4}-\d\d-\d\dT\S+Z) (.*)$/s.exec(note) ?? [];
  if (at === undefined || text === undefined) return <span dir="auto">{note}</span>;
  return (
    <>
      <span dir="auto">{text}</span>{' '}
      <span class="muted">
        <When at={at} />
      </span>
    </>
  );
}

const actions = {
  pause: { label: 'Pause', meaning: 'No run starts until somebody resumes the schedule.', done: 'Paused' },
  resume: { label: 'Resume', meaning: 'The schedule runs again at its next time.', done: 'Resumed' },
  trigger: {
    label: 'Run now',
    meaning: 'A run starts now, in addition to the scheduled ones.',
    done: 'Triggered',
  },
};

interface ActionProps {
  id: string;
  action: keyof typeof actions;
  done: () => void;
}

function ScheduleAction({ id, action, done }: ActionProps) {
  const [asking, setAsking] = useState(false);
  const { label, meaning, done: doneText } = actions[action];
  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={`${label}: ${id}`}>
        {label}
      </Button>
      {asking && (
        <ReasonDialog
          title={`${label}: ${id}`}
          action={label}
          isRequired={false}
          onLeave={() => setAsking(false)}
          onDo={async (reason) => {
            await api.scheduleAction(id, action, reason);
            toast(`${doneText} ${id}.`);
            done();
          }}
        >
          <p>{meaning}</p>
        </ReasonDialog>
      )}
    </>
  );
}

/** Shows the schedule's time, and the reader's where it differs. */
function ZonedTime({ at, timeZone }: { at: string; timeZone: string }) {
  const there = localTimeText(Date.parse(at), nowMs.value, timeZone);
  const here = localTimeText(Date.parse(at), nowMs.value);
  if (there === here) return <When at={at} />;
  return (
    <>
      {there}{' '}
      <span class="muted">
        <bdi>{timeZone}</bdi>, <When at={at} /> your time
      </span>
    </>
  );
}
