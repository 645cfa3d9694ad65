/** One read at a time, whose answer is for all who ask meanwhile: for what costs much, and is a moment old anyway. */
export function sharedRead<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<Answer> | null = null;
  return () =>
    (underWay ??= read().finally(() => {
      underWay = null;
    }));
}

/** The answer of the last read for a while, unless a fresh one is wanted. A failure is not kept. */
export function cachedFor<Answer>(
  keptMs: number,
  read: () => Promise<Answer>,
): (fresh?: boolean) => Promise<Answer> {
  let kept: { answer: Promise<Answer>; untilMs: number } | null = null;
  return (fresh = false) => {
    if (kept !== null && !fresh && Date.now() < kept.untilMs) return kept.answer;
    const answer = read();
    const reading = { answer, untilMs: Date.now() + keptMs };
    kept = reading;
    answer.catch(() => {
      if (kept === reading) kept = null;
    });
    return answer;
  };
}
