/** How long a text may be on each platform, as the platforms themselves tell; the service may cut or refuse it. */
const mostCharacters: Readonly<Record<string, number>> = {
  x: 280,
  threads: 500,
  instagram: 2200,
  tiktok: 2200,
  youtube: 5000,
  facebook: 63_206,
};

/** X counts a character of a script such as Chinese, Japanese or Korean as two, and a link as 23. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const LINK = /https?:\/\/\S+/g;
const LINK_LENGTH = 23;

/** How long a text is as the platform counts it, and how long it may be there; null where that is not known. */
export function textLength(text: string, platform: string): { length: number; most: number | null } {
  const name = platform.toLowerCase();
  return {
    length: name === 'x' ? lengthOnX(text) : Array.from(text).length,
    most: mostCharacters[name] ?? null,
  };
}

/** What is wrong with a text on a platform, or null. */
export function textLengthFault(text: string, platform: string): string | null {
  const { length, most } = textLength(text, platform);
  return most === null || length <= most
    ? null
    : `The announcement has ${length} characters, and ${platform} takes ${most}. Shorten it, or the service may refuse it.`;
}

function lengthOnX(text: string): number {
  const links = text.match(LINK) ?? [];
  const characters = Array.from(text.replace(LINK, ''));
  return links.length * LINK_LENGTH + characters.reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);
}
