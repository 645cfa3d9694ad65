/** A name or a term keeps its own direction inside a sentence, where no element can stand around it. */
export const isolated = (name: string): string => `\u2068${name.replace(/[\u2066-\u2069]/g, '')}\u2069`;
