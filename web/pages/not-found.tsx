import { homePath } from '../../src/domain/console-paths';
import { usePage } from '../components/use-page';

export function NotFoundPage() {
  const main = usePage('Not found');
  return (
    <main id="main" {...main}>
      <h1>Page not found</h1>
      <p>
        <a href={homePath}>Go to the inbox</a>
      </p>
    </main>
  );
}
