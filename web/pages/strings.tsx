import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { releasePath } from '../../src/domain/console-paths';
import type { StringsPage as Answer } from '../../src/protocol/console-api';
import { Button, SearchField, SelectField } from '../components/form';
import { usePage, useReleaseOfPage } from '../components/page';
import { ErrorMessage, Loading } from '../components/resource';
import { TableHead } from '../components/table';
import { useVirtualRows } from '../components/virtual-rows';
import { counted, languageName, numberText } from '../format';
import { listen } from '../live-events';
import { type ShownString, StringList } from '../strings/string-list';

export function StringsPage() {
  const { release, id } = useReleaseOfPage();
  const main = usePage(`Strings of ${id}`);
  const list = useMemo(() => new StringList(release), [id]);
  // Exported files do not change, so only the header needs events.
  useEffect(() => listen(null, { reconnected: list.again }), [list]);
  const head = list.head.value;
  return (
    <main id="main" {...main} class="strings-page stack">
      <div class="heading">
        <h1>
          Strings of{' '}
          <a href={releasePath(release)}>
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
  if (before === null) return 'No earlier release on record has this language.';
  const release = <bdi>{before}</bdi>;
  if (compared) return <>Compared with {release}</>;
  return isWhole ? <>The files of {release} cannot be read any more, so nothing is compared.</> : null;
}

const filters = { added: 'New', changed: 'Changed', removed: 'Gone', missing: 'Missing' };

const changes = ['added', 'changed', 'removed', 'missing'] as const;

function StringFilter({ list, head }: { list: StringList; head: Head }) {
  const { change } = list.filter.value;
  // Without a comparison, only missing texts can be shown.
  const offered = changes.filter(
    (kind) => (head.compared || kind === 'missing') && (head.counts[kind] > 0 || change === kind),
  );
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="Language"
        value={head.language}
        options={head.languages.map((code) => [code, `${languageName(code)} (${code})`])}
        onChoose={(language) => list.setFilter({ language })}
      />
      <SearchField
        label="Search"
        placeholder="Id, source or translation"
        value={list.filter.value.search}
        onTyped={(search) => list.setFilter({ search })}
      />
      <div class="chips" role="group" aria-label="Change since the release before">
        {offered.map((kind) => (
          <Button
            key={kind}
            class="chip"
            aria-pressed={change === kind}
            onClick={() => list.setFilter({ change: change === kind ? '' : kind })}
          >
            {filters[kind]} {numberText(head.counts[kind])}
          </Button>
        ))}
      </div>
    </form>
  );
}

const tags = { added: 'new', changed: 'changed', removed: 'gone', missing: 'missing' };

const ROW_PX = 48;

function StringTable({ list, total, language }: { list: StringList; total: number; language: string }) {
  const box = useRef<HTMLDivElement>(null);
  const { body, first, last } = useVirtualRows({ count: total, keyOf: String, usualPx: ROW_PX }, box);
  useEffect(() => list.need(first, last), [first, last, total]);
  return (
    <div class="string-box" ref={box} tabIndex={0} role="region" aria-label="Strings">
      <table class="strings" role="table" aria-rowcount={total + 1}>
        <TableHead titles={['String', 'Source', 'Translation']} rowIndex={1} />
        {body((index) => (
          <Row index={index} string={list.at(index)} language={language} />
        ))}
      </table>
    </div>
  );
}

interface RowProps {
  index: number;
  string: ShownString | undefined;
  language: string;
}

function Row({ index, string, language }: RowProps) {
  const change = string?.change ?? 'same';
  return (
    <tr role="row" data-index={index} aria-rowindex={index + 2} class={`string change-${change}`}>
      <th role="rowheader" scope="row">
        {string === undefined ? (
          <span class="muted">…</span>
        ) : (
          <>
            <bdi>{string.id}</bdi>
            {change !== 'same' && <span class="tag">{tags[change]}</span>}
          </>
        )}
      </th>
      <td role="cell" dir="auto">
        {string?.source}
      </td>
      <td role="cell" dir="auto" lang={language}>
        {string?.text ?? null}
        {string !== undefined && string.before !== null && string.change !== 'same' && (
          <del dir="auto">{string.before}</del>
        )}
      </td>
    </tr>
  );
}
