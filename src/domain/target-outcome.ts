/** What became of a post on one account. */
export type TargetOutcome = 'published' | 'failed' | 'pending' | 'unknown';

const words: readonly [Exclude<TargetOutcome, 'unknown'>, RegExp][] = [
  ['failed', /fail|error|reject|denied|expired|cancel/],
  [
    'pending',
    /^$|pending|queue|schedul|publishing|process|progress|wait|draft|creat|new|retry|upload|approv|review|sending|started/,
  ],
  ['published', /publish|success|succeed|posted|live|sent|done|complete|deliver|active|ok/],
];

/** On its way, by a word that is never that of a post which nobody has sent yet. */
export function isUnderWay(status: string): boolean {
  return /publishing|process|progress|sending|upload/i.test(status);
}

/** `failed` is the one word that is documented: others are told by their kind, and a link says more than any word. */
export function targetOutcome({
  status,
  link = null,
}: {
  status: string;
  link?: string | null | undefined;
}): TargetOutcome {
  const word = status.toLowerCase();
  const [outcome] = words.find(([, pattern]) => pattern.test(word)) ?? ['unknown' as const];
  return link !== null && link !== '' && outcome !== 'failed' ? 'published' : outcome;
}
