/** The same release under a name that is likely to be free; whoever copies it gives it a better one. */
export const copiedText = (text: string, name: string): string =>
  text.replace(/^name: .*$/m, () => `name: ${name}-2`);

/** Little, and right: what can be left out is left out. */
export const EXAMPLE = `name: game-2.4.0
source:
  file: en.json
targetLanguages: [zh-cn, ja]
terms:
  deadline: 3 days
export:
  filename: game
`;
