/** How many characters the texts of a term may have. */
export const MOST_TERM_CHARS = { term: 500, category: 100, note: 2000, translation: 1000 } as const;
