import { useEffect, useState } from 'preact/hooks';
import { api } from '../api';
import { AllReleases } from '../home/all-releases';
import { waitingFor } from '../home/can-decide';
import { FailingRoutes } from '../home/failing-routes';
import { Inbox } from '../home/inbox';
import { NotifyButton } from '../home/notify-button';
import { notifyOfNew } from '../home/notify';
import { ReleaseList } from '../home/release-list';
import { listen } from '../live-events';
import { usePage } from '../components/use-page';
import { useResource } from '../resource';
import { session } from '../session';
import { waitingCount } from '../title';

/** The inbox has what many releases say only after several looks. */
const READ_ON_MS = 3000;

/** What waits for a person, then every release. */
export function HomePage() {
  const main = usePage('Inbox');
  const inbox = useResource('inbox', api.inbox);
  const routes = useResource('notices', api.notices);
  const [list] = useState(() => new ReleaseList());
  const shown = inbox.value.value;
  useEffect(() => {
    if (shown !== null && session.value !== null) waitingCount.value = waitingFor(shown, session.value);
  }, [shown]);
  const items = inbox.value.value?.items;
  useEffect(() => {
    if (items !== undefined) notifyOfNew(items);
  }, [items]);
  const hasUnread = (inbox.value.value?.unread ?? 0) > 0;
  useEffect(() => {
    if (!hasUnread) return;
    const reading = setTimeout(inbox.reload, READ_ON_MS);
    return () => clearTimeout(reading);
  }, [items]);
  useEffect(() => {
    const read = (): void => {
      inbox.reload();
      list.refreshSoon();
    };
    const begun = (told: number): void => {
      const shown = inbox.value.peek();
      if (shown !== null && shown.waiting !== told) read();
    };
    return listen(null, { releases: read, begun, reconnected: read });
  }, []);
  return (
    <main id="main" {...main}>
      <FailingRoutes routes={routes.value.value?.routes ?? []} />
      <Inbox inbox={inbox} />
      <NotifyButton />
      <AllReleases list={list} />
    </main>
  );
}
