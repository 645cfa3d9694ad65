/** Ends a text with one full stop: the words of a service or of a library may have one, or none. */
export function sentence(text: string): string {
  return /[.!?…]”?$/.test(text) ? text : `${text}.`;
}

/** As a sentence begins. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
