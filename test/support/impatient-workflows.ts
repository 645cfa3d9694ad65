const HEARTBEAT_TIMEOUT = /(heartbeatTimeout = )(['"])30 seconds\2/g;

/**
 * The same workflows, by which a worker that was killed is missed after seconds. For tests that kill workers, and for
 * nothing else: on a busy machine one that lives may be taken for dead.
 */
export function impatient(bundle: string): string {
  const places = bundle.match(HEARTBEAT_TIMEOUT)?.length ?? 0;
  if (places !== 1)
    throw new Error(`the heartbeat time-out stands in the workflows ${places} times, not once`);
  return bundle.replace(HEARTBEAT_TIMEOUT, "$1'3 seconds'");
}
