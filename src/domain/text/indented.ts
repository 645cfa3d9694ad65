/** A line of a list in a longer text. */
export const indented = (line: string): string => `  ${line}`;
