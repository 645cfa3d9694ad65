import { useEffect, useState } from 'preact/hooks';
import type { NoticeRoutes } from '../../src/protocol/console-api';
import { api } from '../api';
import { usePage, waitingCount } from '../components/page';
import { useResource } from '../components/resource';
import { When } from '../components/when';
import { counted } from '../format';
import { AllReleases, useListAddress } from '../home/all-releases';
import { Inbox } from '../home/inbox';
import { NotifyButton, notifyOfNew } from '../home/notify';
import { ReleaseList } from '../home/release-list';
import { listen } from '../live-events';
import { session } from '../session';
import { waitingFor } from '../waiting';

/** With many releases, the inbox has some facts only after several reads. */
const READ_ON_MS = 3000;

/** Shows the inbox and every release, or with a filter or a search only its results. */
export function HomePage() {
  const { filter, isPlain, kind } = useListAddress();
  const title = kind === 'changes' ? 'Glossary changes' : isPlain ? 'Inbox' : 'Releases';
  const main = usePage(filter.q === '' ? title : `${title}: ${filter.q}`);
  const inbox = useResource('inbox', api.inbox);
  const routes = useResource('notices', api.notices);
  const [list] = useState(() => new ReleaseList());
  const shown = inbox.value.value;
  useEffect(() => {
    if (shown !== null && session.value !== null) waitingCount.value = waitingFor(shown, session.value);
  }, [shown]);
  const items = shown?.items;
  useEffect(() => {
    if (items !== undefined) notifyOfNew(items);
  }, [items]);
  const hasUnread = (shown?.unread ?? 0) > 0;
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
    const begun = (waiting: number): void => {
      const last = inbox.value.peek();
      if (last !== null && last.waiting !== waiting) read();
    };
    return listen(null, { releases: read, begun });
  }, []);
  return (
    <main id="main" {...main}>
      {isPlain && (
        <>
          <FailingRoutes routes={routes.value.value?.routes ?? []} />
          <Inbox inbox={inbox} />
          <NotifyButton />
        </>
      )}
      <AllReleases list={list} />
    </main>
  );
}

/** Readers of this page should know which notices do not arrive. */
function FailingRoutes({ routes }: { routes: NoticeRoutes['routes'] }) {
  const failing = routes.filter((route) => route.failing !== null);
  if (failing.length === 0) return null;
  return (
    <section class="panel trouble row" aria-label="Notices that do not arrive">
      {failing.map(({ route, failing: trouble, waiting }) => (
        <p key={route}>
          Notices have not arrived on <bdi>{route}</bdi> since <When at={trouble?.since ?? ''} />:{' '}
          <bdi>{trouble?.why}</bdi> {counted(waiting, 'notice')} waiting. Sending is retried for three days.
        </p>
      ))}
    </section>
  );
}
