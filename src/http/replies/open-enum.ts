/** A documented value, or one that the service added since. */
export type Open<Known extends string> = Known | (string & Record<never, never>);
