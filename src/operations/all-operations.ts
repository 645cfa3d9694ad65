/** Everything that commands ask for, by name: done on this machine, or by a gateway for whoever has a token. */
import type { glossaryOperations } from './glossary-operations';
import type { Operation } from './operation';
import type { recordOperations } from './record-operations';
import type { releaseOperations } from './release-operations';
import type { scheduleOperations } from './schedule-operations';
import type { serviceOperations } from './service-operations';
import type { startOperations } from './start-operations';
import type { termOperations } from './term-operations';
import type { workOperations } from './work-operations';

export type Operations = typeof releaseOperations &
  typeof termOperations &
  typeof startOperations &
  typeof recordOperations &
  typeof workOperations &
  typeof scheduleOperations &
  typeof serviceOperations &
  typeof glossaryOperations;

/** Those first that are asked for most: a command should load little more than it needs. */
const groups: readonly (() => Promise<Readonly<Record<string, Operation>>>)[] = [
  async () => (await import('./release-operations.js')).releaseOperations,
  async () => (await import('./term-operations.js')).termOperations,
  async () => (await import('./start-operations.js')).startOperations,
  async () => (await import('./record-operations.js')).recordOperations,
  async () => (await import('./work-operations.js')).workOperations,
  async () => (await import('./schedule-operations.js')).scheduleOperations,
  async () => (await import('./service-operations.js')).serviceOperations,
  async () => (await import('./glossary-operations.js')).glossaryOperations,
];

/** null: there is none of that name. */
export async function operationCalled(name: string): Promise<Operation | null> {
  for (const load of groups) {
    const group = await load();
    if (Object.hasOwn(group, name)) return group[name] ?? null;
  }
  return null;
}
