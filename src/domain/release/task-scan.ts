/** What a task says of its term scan and of Smart Optimization. */
import { counted } from '../text/counted';

/** The statuses in which nobody can confirm the terms any more. An unknown status is none of these. */
export function isPastScan({ status, isCompleted }: { status: string; isCompleted: boolean }): boolean {
  return isCompleted || ['running', 'optimizing', 'completed'].includes(status);
}

const words: Readonly<Record<string, string>> = {
  skipped: 'The scan was skipped: the termbase has all terms already, or there was nothing to scan.',
  failed: 'The scan failed at the service.',
};

export function scanNote({ status, terms }: { status: string; terms: number | null }): string {
  const found = terms === null ? '' : `, with ${counted(terms, 'term')}`;
  return words[status] ?? `The scan is ${status}${found}.`;
}

const optimizations: Readonly<Record<string, string>> = {
  completed: 'Smart Optimization translated again what had a low score.',
  skipped: 'Smart Optimization had nothing to do: no translation had a low score.',
  failed: 'Smart Optimization failed. What had a low score was not improved.',
};

export function optimizationNote(status: string | null): string | null {
  return status === null ? null : (optimizations[status] ?? `Smart Optimization is ${status}.`);
}
