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
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
