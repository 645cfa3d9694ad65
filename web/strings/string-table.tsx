import { useEffect, useRef } from 'preact/hooks';
import { SpaceRow } from '../components/space-row';
import { useVirtualRows } from '../components/virtual-rows';
import type { ShownString, StringList } from './string-list';

const tags = { added: 'new', changed: 'changed', removed: 'gone', missing: 'missing' };

const ROW_PX = 48;

export function StringTable({
  list,
  total,
  language,
}: {
  list: StringList;
  total: number;
  language: string;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows({ count: total, keyOf: String, usualPx: ROW_PX }, { body, box });
  const [first, last] = [virtual.rows[0]?.index ?? 0, virtual.rows.at(-1)?.index ?? 0];
  useEffect(() => list.need(first, last), [first, last, total]);
  return (
    <div class="string-box" ref={box} tabIndex={0} role="region" aria-label="Strings">
      <table class="strings" role="table" aria-rowcount={total + 1}>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" scope="col">
              String
            </th>
            <th role="columnheader" scope="col">
              Source
            </th>
            <th role="columnheader" scope="col">
              Translation
            </th>
          </tr>
        </thead>
        <tbody ref={body} role="rowgroup">
          {virtual.rows.flatMap(({ index, spacePx }) => [
            <SpaceRow key={`above ${index}`} px={spacePx} />,
            <Row key={index} index={index} string={list.at(index)} language={language} />,
          ])}
          <SpaceRow px={virtual.belowPx} />
        </tbody>
      </table>
    </div>
  );
}

function Row({
  index,
  string,
  language,
}: {
  index: number;
  string: ShownString | undefined;
  language: string;
}) {
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
