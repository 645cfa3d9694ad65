/** What a reply's text holds as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A body that is no JSON object, as an error message tells it. A list may hold the texts of a release: it is not quoted. */
export function bodyText(text: string, parsed: unknown): string {
  if (Array.isArray(parsed)) return 'a body that is a JSON list';
  return `a body that is not a JSON object: ${text || '(empty)'}`;
}

/** Enough of a text on one line for an error message. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
