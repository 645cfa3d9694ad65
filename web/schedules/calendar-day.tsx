import { releasePath, schedulePath } from '../../src/domain/console-paths';
import { parseReleaseId } from '../../src/domain/identity';
import type { ScheduleMonth } from '../../src/protocol/console-api';
import { utcText } from '../time-text';
import { dayText, weekdayOf, zoneText } from './month';

/** One day: what is frozen on it, what has run, and what will. */
export function CalendarDay({
  day,
  isToday,
  schedules,
}: {
  day: string;
  isToday: boolean;
  schedules: readonly ScheduleMonth[];
}) {
  const frozen = schedules.flatMap(({ id, freezes }) =>
    freezes.flatMap(({ from, to, reason }) => (from <= day && day <= to ? [{ id, reason }] : [])),
  );
  const runs = schedules
    .flatMap((schedule) => schedule.runs.map((run) => ({ ...run, schedule })))
    .filter((run) => run.day === day)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const isEmpty = frozen.length + runs.length === 0;
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
        {runs.map((run) => (
          <Run key={`${run.schedule.id} ${run.at}`} run={run} schedule={run.schedule} />
        ))}
      </ul>
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
