import { homePath } from '../addresses';
import { usePage } from '../components/use-page';

export function NotFoundPage() {
  const main = usePage('Not found');
  return (
    <main id="main" {...main}>
      <h1>There is no such page</h1>
      <p>
        <a href={homePath}>To the inbox</a>
      </p>
    </main>
  );
}
