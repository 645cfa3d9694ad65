/**
 * Of what kind a failure on an account is, and the one thing that fixes it. Two codes are documented: the others are told
 * by their words, and by those of the platform's message.
 */
import { targetRemedy, type FailureKind } from '../domain/target-remedy';

interface KindOfFailure {
  kind: FailureKind;
  words: RegExp;
  advice: string;
}

const kinds: readonly KindOfFailure[] = [
  {
    kind: 'authorization',
    words: /auth|token|expired|revoked|login|log in|reconnect|permission|scope|no_account/i,
    advice: 'Authorize the account again in the application, then retry.',
  },
  {
    kind: 'limit',
    words: /limit|quota|too[ _]many|daily|_cap\b/i,
    advice: 'Wait until the limit is lifted, or raise it in the application, then retry.',
  },
  {
    kind: 'content',
    words: /media|image|video|text|too[ _]long|length|duplicate|content|caption|policy/i,
    advice: 'Change the post in the application, then retry.',
  },
];

export interface FailureCause {
  kind: FailureKind;
  /** What a person has to do before a retry can help. */
  advice: string;
}

/** The code says more than the message, which may speak of anything. */
export function failureCause(code: string | null, message: string): FailureCause {
  const known = targetRemedy(code);
  const found =
    kinds.find(({ words }) => words.test(code ?? '')) ?? kinds.find(({ words }) => words.test(message));
  if (found === undefined) return { kind: 'platform', advice: known.advice };
  return { kind: found.kind, advice: known.retryCanHelp ? found.advice : known.advice };
}
