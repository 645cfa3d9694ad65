import { capitalized } from '../../src/domain/sentence';

/** How a platform is called. The service adds some over time, so that any word makes a name. */
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
