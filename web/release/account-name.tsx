import { platformName } from '../accounts/platform';
import { PlatformMark } from './platform-mark';

/** By its mark, its handle and its platform: two platforms may have the same handle. */
export function AccountName({
  account: { id, platform, handle },
}: {
  account: { id: string; platform: string; handle: string | null };
}) {
  return (
    <span class="account-name">
      <PlatformMark platform={platform} />
      <span>
        <bdi>{handle ?? id}</bdi>{' '}
        <span class="muted">
          <bdi>{platformName(platform)}</bdi>
        </span>
      </span>
    </span>
  );
}
