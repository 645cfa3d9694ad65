import { useEffect } from 'preact/hooks';
import { homePath, schedulesPath } from '../../src/domain/console-paths';
import { usePage } from '../components/use-page';
import { listen } from '../live-events';
import { words } from '../messages/words';

export function NotFoundPage() {
  const main = usePage(words.common.noPageTitle);
  // The header counts what waits, here too.
  useEffect(() => listen(null, {}), []);
  return (
    <main id="main" {...main} class="lost">
      <p class="lost-code" aria-hidden="true">
        404
      </p>
      <h1>{words.common.noPage}</h1>
      <p>{words.common.noPageText(<code>{location.pathname}</code>)}</p>
      <div class="buttons">
        <a class="button primary" href={homePath}>
          {words.common.goToInbox}
        </a>
        <a class="button" href={schedulesPath}>
          {words.common.goToSchedules}
        </a>
      </div>
    </main>
  );
}
