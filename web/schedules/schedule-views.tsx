import { calendarPath, schedulesPath } from '../../src/domain/console-paths';
import { words } from '../messages/words';

/** The heading of both views of the schedules, and the way between them. */
export function ScheduleViews({ here }: { here: 'list' | 'calendar' }) {
  return (
    <div class="heading">
      <h1>{words.schedules.title}</h1>
      <nav class="views" aria-label={words.schedules.views}>
        <a href={schedulesPath} aria-current={here === 'list' ? 'page' : undefined}>
          {words.schedules.list}
        </a>
        <a href={calendarPath} aria-current={here === 'calendar' ? 'page' : undefined}>
          {words.schedules.calendar}
        </a>
      </nav>
    </div>
  );
}
