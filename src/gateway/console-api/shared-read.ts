/** One read at a time, whose answer is for all who ask meanwhile: for what costs much, and is a moment old anyway. */
export function sharedRead<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | null = null;
  return () =>
    (underWay ??= read().finally(() => {
      underWay = null;
    }));
}
