import { capitalized } from '../../src/domain/text/sentence';
import { counted, numberText } from '../format';

/**
 * Names that differ from the platform's word. The service adds platforms over time, so any other word is its own name.
 */
const names: Readonly<Record<string, string>> = {
  x: 'X',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  wechat_mp: 'WeChat',
};

export function platformName(platform: string): string {
  if (platform === '') return 'Unknown platform';
  const name = platform.replaceAll('_', ' ');
  return names[platform] ?? capitalized(name);
}

const marks: Readonly<Record<string, string>> = {
  x: 'X',
  threads: '@',
  instagram: 'Ig',
  facebook: 'f',
  tiktok: 'Tt',
  youtube: '▶',
  linkedin: 'in',
};

export function PlatformMark({ platform }: { platform: string }) {
  const name = platform.toLowerCase();
  const mark = Object.hasOwn(marks, name) ? marks[name] : name.charAt(0).toUpperCase();
  return (
    <span class="platform-mark" aria-hidden="true">
      {mark}
    </span>
  );
}

/** Shows the handle with its platform, because two platforms may have the same handle. */
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

interface LengthProps {
  platform: string;
  length: number;
  most: number | null;
}

export function Length({ platform, length, most }: LengthProps) {
  if (most === null) return <span class="length muted small">{counted(length, 'character')}</span>;
  const isTooLong = length > most;
  return (
    <span class={`length small ${isTooLong ? 'lacks' : 'muted'}`}>
      {numberText(length)} of {counted(most, 'character')}
      {isTooLong && `: too long for ${platformName(platform)}`}
    </span>
  );
}
