/** The word for what has a name of ours. What a service or a newer gateway calls otherwise keeps its own name. */
export const wordOf = (words: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(words, name) ? words[name] : undefined) ?? name;
