import type { NoticeRoutes } from '../../src/protocol/console-api';
import { When } from '../components/when';
import { words } from '../messages/words';

/** Whom nobody reaches should be known by those who look here. */
export function FailingRoutes({ routes }: { routes: NoticeRoutes['routes'] }) {
  const failing = routes.filter((route) => route.failing !== null);
  if (failing.length === 0) return null;
  return (
    <section class="panel trouble" aria-label={words.inbox.failingRoutes}>
      {failing.map(({ route, failing: trouble, waiting }) => (
        <p key={route}>
          {words.inbox.routeFails(
            <bdi>{route}</bdi>,
            <When at={trouble?.since ?? ''} />,
            <bdi lang="en">{trouble?.why}</bdi>,
            waiting,
          )}
        </p>
      ))}
    </section>
  );
}
