/** Does something that Ctrl-C lets go of, and does not end the process with. */
export async function untilInterrupted<Result>(
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const detach = new AbortController();
  const onInterrupt = (): void => detach.abort();
  process.once('SIGINT', onInterrupt);
  try {
    return await act(detach.signal);
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}
