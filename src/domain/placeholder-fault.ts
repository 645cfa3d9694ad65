/**
 * What is wrong with the placeholders of a text, such as `{name}` or `{count, plural, one {…} other {…}}`, or null.
 * Braces are text as well, as in `:}`: one without a partner is a fault only where it touches a word or another
 * placeholder, as in `{name`, and where neither `\` nor `'` stands before it to say that it is meant.
 */
export function placeholderFault(text: string): string | null {
  const open: number[] = [];
  const closed = new Set<number>();
  const alone: number[] = [];
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    if (brace === '{') {
      open.push(index);
      continue;
    }
    const partner = open.pop();
    if (partner === undefined) alone.push(index);
    else closed.add(partner).add(index);
  }
  const touches = (at: number): boolean => closed.has(at) || /^[\p{L}\p{N}_$]$/u.test(text.charAt(at));
  const meant = (at: number): boolean => /['\\]/.test(text.charAt(at - 1));
  if (open.some((at) => touches(at + 1) && !meant(at)))
    return 'has a placeholder that is not closed: { without }';
  if (alone.some((at) => touches(at - 1) && !meant(at)))
    return 'has a placeholder that is not opened: } without {';
  return null;
}
