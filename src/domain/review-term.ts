/** A scanned term as an operator reviews it. */
export interface ReviewTerm {
  id: string;
  term: string;
  /** Source text in which it was found. */
  context: string;
  category: string;
  /** From 0 to 10: how much it is worth a place in the termbase. */
  score: number;
  note: string;
  translations: Record<string, string>;
}
