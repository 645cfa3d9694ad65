import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso/router';
import { useEffect, useMemo } from 'preact/hooks';
import { releasePath } from '../../src/domain/console-paths';
import type { StringsPage as Answer } from '../../src/protocol/console-api';
import { ErrorMessage } from '../components/error-message';
import { Loading } from '../components/loading';
import { usePage } from '../components/use-page';
import { listen } from '../live-events';
import { StringFilter } from '../strings/string-filter';
import { StringList } from '../strings/string-list';
import { StringTable } from '../strings/string-table';
import { counted, numberText } from '../count-text';

/** What a release says in a language, and what is other than in the release before it. */
export function StringsPage() {
  const { project = '', name = '' } = useRoute().params;
  const id = `${project}/${name}`;
  const main = usePage(`Strings of ${id}`);
  const list = useMemo(() => new StringList({ project, name }), [id]);
  // What was exported does not change while it is looked at; the header hears of what waits.
  useEffect(() => listen(null, { reconnected: list.again }), [list]);
  const head = list.head.value;
  return (
    <main id="main" {...main} class="strings-page">
      <div class="heading">
        <h1>
          Strings of{' '}
          <a href={releasePath({ project, name })}>
            <bdi>{id}</bdi>
          </a>
        </h1>
        {head !== null && <p class="muted">{comparison(head)}</p>}
      </div>
      <ErrorMessage error={list.error.value} again={list.again} />
      {head === null && list.error.value === null && <Loading />}
      {head !== null && (
        <>
          <StringFilter list={list} head={head} />
          <p class="muted" role="status">
            {shownText(head)}
          </p>
          <StringTable
            key={JSON.stringify(list.filter.value)}
            list={list}
            total={head.total}
            language={head.language}
          />
        </>
      )}
    </main>
  );
}

type Head = Omit<Answer, 'strings'>;

const wholeOf = ({ counts }: Head): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

function shownText(head: Head): string {
  const whole = wholeOf(head);
  const shown = `${head.total === whole ? '' : `${numberText(head.total)} of `}${counted(whole, 'string')}`;
  if (head.isWhole) return shown;
  return `${shown}. There are more: only the first ones are shown, and nothing is compared.`;
}

function comparison({ before, compared, isWhole }: Head): ComponentChildren {
  if (before === null) return 'This is the first release of the project on record.';
  const release = <bdi>{before}</bdi>;
  if (compared) return <>Compared with {release}</>;
  return isWhole ? <>The files of {release} cannot be read any more, so nothing is compared.</> : null;
}
