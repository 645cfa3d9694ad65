/** What waits for a person, then what the page shows. */
export const titleText = (waiting: number, title: string): string =>
  `${waiting > 0 ? `(${waiting}) ` : ''}${title} · locrelease`;
