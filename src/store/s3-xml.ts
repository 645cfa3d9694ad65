/** The few elements that are read of S3's answers. They are flat; what else is in an answer is passed over. */

/** What is between the tags of each element of that name. A tag that is never closed ends the search. */
export function* elements(xml: string, name: string): Generator<string> {
  const [open, close] = [`<${name}>`, `</${name}>`];
  for (let at = xml.indexOf(open); at >= 0; at = xml.indexOf(open, at)) {
    const end = xml.indexOf(close, at);
    if (end < 0) return;
    yield xml.slice(at + open.length, end);
    at = end + close.length;
  }
}

/** The text of the first element of that name; null: there is none. */
export function textOf(xml: string, name: string): string | null {
  const [first] = elements(xml, name);
  return first === undefined ? null : unescaped(first);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name)] ?? whole;
    const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
