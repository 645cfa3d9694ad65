import { useEffect, useId, useRef } from 'preact/hooks';
import type { ReleaseFilter } from '../api';
import { releaseStates } from '../../src/domain/release-states';
import type { ReleaseList } from './release-list';

const TYPING_PAUSE_MS = 250;

export function ReleaseSearch({ list }: { list: ReleaseList }) {
  const set = (change: Partial<ReleaseFilter>): void => list.setFilter({ ...list.filter.value, ...change });
  const stateId = useId();
  return (
    <form class="release-search" role="search" onSubmit={(event) => event.preventDefault()}>
      <Field
        label="Search"
        placeholder="Part of a name"
        first={list.filter.peek().search}
        onTyped={(search) => set({ search })}
      />
      <Field
        label="Project"
        placeholder="All projects"
        first={list.filter.peek().project}
        onTyped={(project) => set({ project })}
      />
      <label for={stateId} class="field">
        <span>State</span>
        <select
          id={stateId}
          value={list.filter.value.state}
          onChange={(event) => set({ state: event.currentTarget.value })}
        >
          <option value="">All states</option>
          {releaseStates.map((state) => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}

function Field({
  label,
  placeholder,
  first,
  onTyped,
}: {
  label: string;
  placeholder: string;
  /** What it holds at first. */
  first: string;
  onTyped: (text: string) => void;
}) {
  const id = useId();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  return (
    <label for={id} class="field">
      <span>{label}</span>
      <input
        id={id}
        type="search"
        placeholder={placeholder}
        defaultValue={first}
        maxLength={200}
        onInput={(event) => {
          const text = event.currentTarget.value.trim();
          clearTimeout(typing.current);
          typing.current = setTimeout(() => onTyped(text), TYPING_PAUSE_MS);
        }}
      />
    </label>
  );
}
