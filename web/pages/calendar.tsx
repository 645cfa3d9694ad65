import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ScheduleMonth } from '../../src/protocol/console-api';
import { fromAddress, toAddress } from '../address';
import { api } from '../api';
import { nowMs } from '../clock';
import { ErrorMessage } from '../components/error-message';
import { Listed } from '../components/listed';
import { Loading } from '../components/loading';
import { usePage } from '../components/use-page';
import { listen } from '../live-events';
import { useResource } from '../resource';
import { CalendarDay } from '../schedules/calendar-day';
import { daysOf, monthAfter, monthText, thisMonth, weekdayNames } from '../schedules/month';
import { NoSchedules } from '../schedules/no-schedules';
import { ScheduleViews } from '../schedules/schedule-views';

export function CalendarPage() {
  const current = thisMonth(nowMs.value);
  const asked = fromAddress('month');
  const month = useSignal(/^20\d\d-(0[1-9]|1[0-2])$/.test(asked) ? asked : current);
  const main = usePage(`Calendar, ${monthText(month.value)}`);
  const calendar = useResource(month.value, () => api.calendar(month.value));
  useEffect(() => listen(null, { releases: calendar.reload, reconnected: calendar.reload }), []);
  const go = (to: string): void => {
    month.value = to;
    toAddress({ month: to === current ? '' : to });
  };
  const schedules = calendar.value.value?.schedules ?? null;
  return (
    <main id="main" {...main}>
      <ScheduleViews here="calendar" />
      <div class="month-steps">
        <button type="button" onClick={() => go(monthAfter(month.value, -1))}>
          <span aria-hidden="true">‹</span> {monthText(monthAfter(month.value, -1))}
        </button>
        <h2 aria-live="polite">{monthText(month.value)}</h2>
        <button type="button" onClick={() => go(monthAfter(month.value, 1))}>
          {monthText(monthAfter(month.value, 1))} <span aria-hidden="true">›</span>
        </button>
        {month.value !== current && (
          <button type="button" class="quiet" onClick={() => go(current)}>
            This month
          </button>
        )}
      </div>
      <ErrorMessage error={calendar.error.value} again={calendar.reload} />
      {schedules === null && calendar.error.value === null && <Loading />}
      {schedules !== null && <Month month={month.value} schedules={schedules} />}
    </main>
  );
}

function Month({ month, schedules }: { month: string; schedules: readonly ScheduleMonth[] }) {
  if (schedules.length === 0) return <NoSchedules />;
  const today = localDay(nowMs.value);
  const isEmpty = schedules.every(({ runs, freezes }) => runs.length + freezes.length === 0);
  const paused = schedules.filter((schedule) => schedule.paused);
  const cut = schedules.filter(({ isCut }) => isCut);
  return (
    <>
      <p class="muted">
        Each run is shown on its day, in the time zone of its schedule:{' '}
        <Listed names={[...new Set(schedules.map(({ timeZone }) => timeZone))]} />. Past runs are shown as
        long as Temporal keeps them.{' '}
        {paused.length > 0 && (
          <>
            Paused, so nothing is planned: <Listed names={paused.map(({ id }) => id)} />.
          </>
        )}{' '}
        {cut.length > 0 && (
          <>
            Not all runs are shown of: <Listed names={cut.map(({ id }) => id)} />.
          </>
        )}
      </p>
      {isEmpty && <p class="empty">No run and no freeze in this month.</p>}
      <div class={`month ${isEmpty ? 'empty-month' : ''}`}>
        <div class="weekdays" aria-hidden="true">
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

/** As the reader's clock has it. */
function localDay(ms: number): string {
  const now = new Date(ms);
  return `${thisMonth(ms)}-${String(now.getDate()).padStart(2, '0')}`;
}
