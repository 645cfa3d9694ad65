/** What others send as JSON, before it is parsed: parsing millions of brackets takes seconds and a gigabyte. */
const MOST_DEPTH = 100;

export function isBoundedJson(text: string, mostValues: number): boolean {
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{' || character === ',') {
      values += 1;
      if (character !== ',') depth += 1;
      if (depth > MOST_DEPTH || values > mostValues) return false;
    }
  }
  return true;
}

/** Where the string that begins here has its last quote, or the text its end. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
