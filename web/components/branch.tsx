import { Icon } from './icon';

/** Where the texts of a release come from: whoever has opened another one than they meant sees it here. */
export function Branch({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <span class="branch" title="Branch">
      <Icon name="branch" />
      <span class="unseen">Branch</span> <bdi>{name}</bdi>
    </span>
  );
}
