/** The spellings of a language in the formats; a release has codes such as `zh-cn` or `zh-hans`. */

/** Renders `zh-CN`, `zh-Hans`, `es-419`, as BCP 47 recommends. */
export function languageTag(code: string): string {
  return code
    .split('-')
    .map((part, at) => {
      if (at === 0 || part.length === 1) return part;
      if (part.length === 2) return part.toUpperCase();
      return /^[a-z]{4}$/.test(part) ? part.charAt(0).toUpperCase() + part.slice(1) : part;
    })
    .join('-');
}

/** Renders `zh_CN`, as in gettext, Java and Flutter. */
export const underscored = (code: string): string => languageTag(code).replaceAll('-', '_');

/** Xcode names Chinese by its script. */
const APPLE: Readonly<Record<string, string>> = { 'zh-cn': 'zh-Hans', 'zh-tw': 'zh-Hant' };

export const appleLanguage = (code: string): string => APPLE[code] ?? languageTag(code);

/** Android looks for some languages under their former codes. */
const ANDROID: Readonly<Record<string, string>> = { he: 'iw', id: 'in', yi: 'ji' };

/** Renders `ja`, `pt-rBR`, or `b+zh+Hans` for anything but a language with a country. */
export function androidQualifier(code: string): string {
  const [first = '', ...others] = languageTag(code).split('-');
  const language = ANDROID[first] ?? first;
  const [region] = others;
  if (region === undefined) return language;
  return others.length === 1 && /^[A-Z]{2}$/.test(region)
    ? `${language}-r${region}`
    : ['b', first, ...others].join('+');
}
