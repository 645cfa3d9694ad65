import { useEffect, useId, useRef } from 'preact/hooks';
import type { StringsPage } from '../../src/protocol/console-api';
import { languageName } from '../language-name';
import { numberText } from '../count-text';
import type { StringList } from './string-list';

const filters = { added: 'New', changed: 'Changed', removed: 'Gone', missing: 'Missing' };

const TYPING_PAUSE_MS = 250;

const changes = ['added', 'changed', 'removed', 'missing'] as const;

export function StringFilter({
  list,
  head,
}: {
  list: StringList;
  head: Pick<StringsPage, 'language' | 'languages' | 'counts' | 'compared'>;
}) {
  const [languageId, searchId] = [useId(), useId()];
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  const { change } = list.filter.value;
  // With nothing to compare, the one thing that can be told is what is missing.
  const offered = changes.filter(
    (kind) => (head.compared || kind === 'missing') && (head.counts[kind] > 0 || change === kind),
  );
  return (
    <form class="string-filter" role="search" onSubmit={(event) => event.preventDefault()}>
      <label for={languageId} class="field">
        <span>Language</span>
        <select
          id={languageId}
          value={head.language}
          onChange={(event) => list.setFilter({ language: event.currentTarget.value })}
        >
          {head.languages.map((code) => (
            <option key={code} value={code}>
              {languageName(code)} ({code})
            </option>
          ))}
        </select>
      </label>
      <label for={searchId} class="field">
        <span>Search</span>
        <input
          id={searchId}
          type="search"
          dir="auto"
          placeholder="Id, source or translation"
          defaultValue={list.filter.peek().search}
          maxLength={200}
          onInput={(event) => {
            const search = event.currentTarget.value.trim();
            clearTimeout(typing.current);
            typing.current = setTimeout(() => list.setFilter({ search }), TYPING_PAUSE_MS);
          }}
        />
      </label>
      <div class="chips" role="group" aria-label="Change since the release before">
        {offered.map((kind) => (
          <button
            key={kind}
            type="button"
            class="chip"
            aria-pressed={change === kind}
            onClick={() => list.setFilter({ change: change === kind ? '' : kind })}
          >
            {filters[kind]} {numberText(head.counts[kind])}
          </button>
        ))}
      </div>
    </form>
  );
}
