/** A name in Latin letters keeps its order inside an Arabic sentence, where no element can stand around it. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
