export const indented = (line: string): string => `  ${line}`;
