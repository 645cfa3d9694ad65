import { sentence } from './sentence';

/** What a release says of a signal that it ignored, in its warnings and in its story. */
export function ignoredText(signal: string, { by, fault }: { by: string | null; fault: string }): string {
  return `The signal ${signal}${by === null ? '' : ` of ${by}`} was ignored: ${sentence(fault)} It changed nothing.`;
}
