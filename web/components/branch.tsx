import { words } from '../messages/words';
import { Icon } from './icon';

/** Where the texts of a release come from: whoever has opened another one than they meant sees it here. */
export function Branch({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <span class="branch" title={words.common.branch}>
      <Icon name="branch" />
      <span class="unseen">{words.common.branch}</span> <bdi>{name}</bdi>
    </span>
  );
}
