import type { UnreadableReleases as Unreadable } from '../../src/protocol/search-api';
import { isolated } from '../messages/isolated';
import { words } from '../messages/words';

/** Named, with the reason for whoever can help; everything else is shown without them. */
export function UnreadableReleases({ releases }: { releases: Unreadable }) {
  if (releases.length === 0) return null;
  const names = releases.map(({ id }) => isolated(id)).join(words.common.comma);
  return (
    <p class="lacks" role="status" title={releases.map(({ id, why }) => `${id}: ${why}`).join('\n')}>
      {words.common.unreadable(words.counts.releases(releases.length), names)}
    </p>
  );
}
