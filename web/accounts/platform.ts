import { capitalized } from '../../src/domain/sentence';

/** How a platform is called and marked. The service adds some over time, so that any word makes a name. */
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

/** Two letters that stand for its logo. */
export const platformMark = (platform: string): string =>
  platform === '' ? '?' : platformName(platform).slice(0, 2);
