/** `ja=ミラ  ko=미라` */
export function translationsText(translations: Readonly<Record<string, string>>): string {
  return Object.entries(translations)
    .map(([language, text]) => `${language}=${text}`)
    .join('  ');
}
