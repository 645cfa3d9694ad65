import { useId } from 'preact/hooks';
import type { ReleaseFilter } from '../api';
import { releaseStates } from '../../src/domain/release-states';
import { SearchField } from '../components/search-field';
import type { ReleaseList } from './release-list';

export function ReleaseSearch({ list }: { list: ReleaseList }) {
  const set = (change: Partial<ReleaseFilter>): void => list.setFilter({ ...list.filter.value, ...change });
  const stateId = useId();
  return (
    <form class="release-search" role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        label="Search"
        placeholder="Part of a name"
        first={list.filter.peek().search}
        onTyped={(search) => set({ search })}
      />
      <SearchField
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
