import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { releasePath, schedulePath } from '../../src/domain/console-paths';
import { parseReleaseId } from '../../src/domain/release/identity';
import type { ScheduleMonth } from '../../src/protocol/console-api';
import { fromAddress, toAddress } from '../address';
import { api } from '../api';
import { Button } from '../components/form';
import { usePage } from '../components/page';
import { Loaded, useResource } from '../components/resource';
import { Listed } from '../components/text';
import { nowMs } from '../components/when';
import { utcText } from '../format';
import { listen } from '../live-events';
import {
  daysOf,
  dayText,
  monthAfter,
  monthText,
  thisMonth,
  weekdayNames,
  weekdayOf,
  zoneText,
} from '../schedules/month';
import { NoSchedules, ScheduleViews } from './schedules';

export function CalendarPage() {
  const current = thisMonth(nowMs.value);
  const requested = fromAddress('month');
  const month = useSignal(/^20\d\d-(0[1-9]|1[0-2])$/.test(requested) ? requested : current);
  const main = usePage(`Calendar, ${monthText(month.value)}`);
  const calendar = useResource(month.value, () => api.calendar(month.value));
  useEffect(() => listen(null, { releases: calendar.reload }), []);
  const go = (to: string): void => {
    month.value = to;
    toAddress({ month: to === current ? '' : to });
  };
  return (
    <main id="main" {...main}>
      <ScheduleViews here="calendar" />
      <div class="month-steps row">
        <Button onClick={() => go(monthAfter(month.value, -1))}>
          <span aria-hidden="true">‹</span> {monthText(monthAfter(month.value, -1))}
        </Button>
        <h2 aria-live="polite">{monthText(month.value)}</h2>
        <Button onClick={() => go(monthAfter(month.value, 1))}>
          {monthText(monthAfter(month.value, 1))} <span aria-hidden="true">›</span>
        </Button>
        {month.value !== current && (
          <Button class="quiet" onClick={() => go(current)}>
            This month
          </Button>
        )}
      </div>
      <Loaded of={calendar}>{({ schedules }) => <Month month={month.value} schedules={schedules} />}</Loaded>
    </main>
  );
}

function Month({ month, schedules }: { month: string; schedules: readonly ScheduleMonth[] }) {
  if (schedules.length === 0) return <NoSchedules />;
  const today = localDay(nowMs.value);
  const isEmpty = schedules.every(({ runs, freezes }) => runs.length + freezes.length === 0);
  return (
    <>
      <p class="muted">
        Each run is shown on its day, in the time zone of its schedule:{' '}
        <Listed names={[...new Set(schedules.map(({ timeZone }) => timeZone))]} />. Past runs are shown as
        long as Temporal keeps them.{' '}
        <Ids title="Paused, so nothing is planned" of={schedules.filter(({ paused }) => paused)} />{' '}
        <Ids title="Not all runs are shown of" of={schedules.filter(({ isCut }) => isCut)} />
      </p>
      {isEmpty && <p class="empty">No run and no freeze in this month.</p>}
      <div class={`month ${isEmpty ? 'empty-month' : ''}`}>
        <div class="weekdays muted small" aria-hidden="true">
          {weekdayNames().map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        <ol class="days" aria-label={monthText(month)}>
          {daysOf(month).map((day) => (
            <CalendarDay key={day} day={day} isToday={day === today} schedules={schedules} />
          ))}
        </ol>
      </div>
    </>
  );
}

function Ids({ title, of }: { title: string; of: readonly ScheduleMonth[] }) {
  if (of.length === 0) return null;
  return (
    <>
      {title}: <Listed names={of.map(({ id }) => id)} />.
    </>
  );
}

/** The day by the reader's clock. */
function localDay(ms: number): string {
  const now = new Date(ms);
  return `${thisMonth(ms)}-${String(now.getDate()).padStart(2, '0')}`;
}

/** The number of runs that a day shows without unfolding. */
const SHOWN_RUNS = 5;

interface CalendarDayProps {
  day: string;
  isToday: boolean;
  schedules: readonly ScheduleMonth[];
}

function CalendarDay({ day, isToday, schedules }: CalendarDayProps) {
  const frozen = schedules.flatMap(({ id, freezes }) =>
    freezes.flatMap(({ from, to, reason }) => (from <= day && day <= to ? [{ id, reason }] : [])),
  );
  const runs = schedules
    .flatMap((schedule) => schedule.runs.map((run) => ({ ...run, schedule })))
    .filter((run) => run.day === day)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const isEmpty = frozen.length + runs.length === 0;
  const shown = (run: (typeof runs)[number]) => (
    <Run key={`${run.schedule.id} ${run.at}`} run={run} schedule={run.schedule} />
  );
  return (
    <li
      class={`day ${isToday ? 'today' : ''} ${frozen.length > 0 ? 'frozen' : ''} ${isEmpty ? 'nothing' : ''}`}
      aria-hidden={isEmpty}
      style={{ gridColumnStart: weekdayOf(day) }}
    >
      <h3 aria-current={isToday ? 'date' : undefined}>
        <span class="day-number" aria-hidden="true">
          {Number(day.slice(8))}
        </span>
        <span class="day-name">{dayText(day)}</span>
      </h3>
      <ul>
        {frozen.map(({ id, reason }) => (
          <li key={id} class="freeze">
            <bdi>{id}</bdi> frozen: <span dir="auto">{reason}</span>
          </li>
        ))}
        {runs.slice(0, SHOWN_RUNS).map(shown)}
      </ul>
      {runs.length > SHOWN_RUNS && (
        <details>
          <summary>and {runs.length - SHOWN_RUNS} more</summary>
          <ul>{runs.slice(SHOWN_RUNS).map(shown)}</ul>
        </details>
      )}
    </li>
  );
}

function Run({ run, schedule }: { run: ScheduleMonth['runs'][number]; schedule: ScheduleMonth }) {
  const { at, time, result, releaseId, problem } = run;
  const release = releaseId === null ? null : parseReleaseId(releaseId);
  return (
    <li class={`run ${result === null ? 'coming' : `state-${result}`}`} title={problem ?? utcText(at)}>
      <time dateTime={at}>
        {time} <small dir="auto">{zoneText(at, schedule.timeZone)}</small>
      </time>{' '}
      <span class="result">{result ?? 'planned'}</span>{' '}
      {release === null ? (
        <a href={schedulePath(schedule.id)}>
          <bdi>{schedule.id}</bdi>
        </a>
      ) : (
        <a href={releasePath(release)}>
          <bdi>{release.name}</bdi>
        </a>
      )}
    </li>
  );
}
