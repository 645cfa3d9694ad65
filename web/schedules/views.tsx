import { calendarPath, schedulesPath } from '../../src/domain/console-paths';

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
