import type { NoticeRoutes } from '../../src/protocol/console-api';
import { When } from '../components/when';
import { counted } from '../count-text';

/** Whom nobody reaches should be known by those who look here. */
export function FailingRoutes({ routes }: { routes: NoticeRoutes['routes'] }) {
  const failing = routes.filter((route) => route.failing !== null);
  if (failing.length === 0) return null;
  return (
    <section class="panel trouble" aria-label="Notices that do not arrive">
      {failing.map(({ route, failing: trouble, waiting }) => (
        <p key={route}>
          Notices have not arrived on <bdi>{route}</bdi> since <When at={trouble?.since ?? ''} />:{' '}
          <bdi>{trouble?.why}</bdi> {counted(waiting, 'notice')} waiting. Sending is retried for three days.
        </p>
      ))}
    </section>
  );
}
