/** Ends a text with one full stop: a message of a service or a library may have one, or none. */
export function sentence(text: string): string {
  return /[.!?…]”?$/.test(text) ? text : `${text}.`;
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export const indented = (line: string): string => `  ${line}`;
