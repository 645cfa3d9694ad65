import { useEffect } from 'preact/hooks';
import { homePath, schedulesPath } from '../../src/domain/console-paths';
import { usePage } from '../components/page';
import { listen } from '../live-events';

export function NotFoundPage() {
  const main = usePage('Not found');
  // An open connection keeps the count in the header up to date.
  useEffect(() => listen(null, {}), []);
  return (
    <main id="main" {...main} class="lost">
      <p class="lost-code" aria-hidden="true">
        404
      </p>
      <h1>Page not found</h1>
      <p>
        There is no page at <code>{location.pathname}</code>. The address may be misspelled or cut off.
      </p>
      <div class="buttons">
        <a class="button primary" href={homePath}>
          Go to the inbox
        </a>
        <a class="button" href={schedulesPath}>
          Go to the schedules
        </a>
      </div>
    </main>
  );
}
