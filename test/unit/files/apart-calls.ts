/** Functions that are called in a process of their own. */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export const doubled = ({ bytes }: { bytes: Uint8Array }) => ({ bytes: Buffer.concat([bytes, bytes]) });

export const same = (value: unknown): unknown => value;

export async function waiting(path: string): Promise<object> {
  while (!existsSync(path)) await delay(10);
  return {};
}

export function failing(): never {
  throw new Error('not today');
}

export function hoarding(): void {
  const kept: object[] = [];
  for (;;) kept.push({});
}

export function endless(): void {
  for (;;);
}

export const variables = (): string[] => Object.keys(process.env);
