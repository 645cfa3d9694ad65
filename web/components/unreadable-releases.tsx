import type { UnreadableReleases as Unreadable } from '../../src/protocol/search-api';
import { Listed } from './listed';
import { counted } from '../count-text';

/** Named, with the reason for whoever can help; everything else is shown without them. */
export function UnreadableReleases({ releases }: { releases: Unreadable }) {
  if (releases.length === 0) return null;
  return (
    <p class="lacks" role="status" title={releases.map(({ id, why }) => `${id}: ${why}`).join('\n')}>
      {counted(releases.length, 'release')} could not be read: <Listed names={releases.map(({ id }) => id)} />
      .
    </p>
  );
}
