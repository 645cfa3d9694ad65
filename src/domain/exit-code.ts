/** Exit codes by cause, so that a script can tell them apart. */
export const exitCode = {
  done: 0,
  unexpected: 1,
  badInput: 2,
  gate: 3,
  timeout: 4,
  refusedByPerson: 5,
  partial: 6,
  parked: 7,
  service: 8,
  temporalUnreachable: 9,
} as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
