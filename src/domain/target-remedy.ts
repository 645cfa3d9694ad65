/** What to do about a post that failed on one account. */
export interface TargetRemedy {
  /** What kind of failure it is, in a few words. */
  cause: string;
  /** Whether a retry of the account can help before a person has changed something. */
  retryCanHelp: boolean;
  advice: string;
}

const targetRemedies: Readonly<Record<string, TargetRemedy>> = {
  media_required: {
    cause: 'the post lacks media',
    retryCanHelp: false,
    advice: 'The platform needs media. Add an image or video in the application, then retry.',
  },
  token_expired: {
    cause: 'the authorization of the account has expired',
    retryCanHelp: false,
    advice: 'Authorize the account again in the application, then retry.',
  },
};

const unknownTargetFailure: TargetRemedy = {
  cause: 'the platform refused the post',
  retryCanHelp: true,
  advice:
    'Check the account and the post in the application, then retry. The other accounts are not affected.',
};

export function targetRemedy(errorCode: string | null): TargetRemedy {
  const known = errorCode !== null && Object.hasOwn(targetRemedies, errorCode);
  return (known ? targetRemedies[errorCode] : undefined) ?? unknownTargetFailure;
}

/** What the platform itself said: a status has it with the advice after it. */
export function platformMessage({
  message,
  errorCode,
}: {
  message: string | null;
  errorCode: string | null;
}): string | null {
  const { advice } = targetRemedy(errorCode);
  return message?.endsWith(advice) === true ? message.slice(0, -advice.length).trim() : message;
}

/** Of what kind a failure on an account is: who or what stands in the way. */
export const failureKinds = ['authorization', 'limit', 'content', 'platform'] as const;
export type FailureKind = (typeof failureKinds)[number];
