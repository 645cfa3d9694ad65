/** A name in a sentence of plain text, whatever its direction: it must not turn the words around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
