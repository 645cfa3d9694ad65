/** Of what kind a failure on an account is: who or what stands in the way. */
export const failureKinds = ['authorization', 'limit', 'content', 'platform'] as const;
export type FailureKind = (typeof failureKinds)[number];
