/** The table of operations. Each group is loaded when something of it is asked for. */
import type { accountOperations } from './account-operations';
import type { draftOperations } from './draft-operations';
import type { glossaryOperations } from './glossary-operations';
import type { Operation } from './operation';
import type { recordOperations } from './record-operations';
import type { releaseOperations } from './release-operations';
import type { scheduleOperations } from './schedule-operations';
import type { serviceOperations } from './service-operations';
import type { startOperations } from './start-operations';
import type { termOperations } from './term-operations';
import type { viewOperations } from './view-operations';
import type { workOperations } from './work-operations';

export type Operations = typeof releaseOperations &
  typeof termOperations &
  typeof startOperations &
  typeof recordOperations &
  typeof workOperations &
  typeof scheduleOperations &
  typeof serviceOperations &
  typeof glossaryOperations &
  typeof viewOperations &
  typeof accountOperations &
  typeof draftOperations;

export type Table = Readonly<Record<string, Operation>>;

/** Those first that commands ask for most: a command should load little more than it needs. */
const groups: readonly (() => Promise<Table>)[] = [
  async () => (await import('./release-operations.js')).releaseOperations,
  async () => (await import('./term-operations.js')).termOperations,
  async () => (await import('./start-operations.js')).startOperations,
  async () => (await import('./record-operations.js')).recordOperations,
  async () => (await import('./work-operations.js')).workOperations,
  async () => (await import('./schedule-operations.js')).scheduleOperations,
  async () => (await import('./service-operations.js')).serviceOperations,
  async () => (await import('./glossary-operations.js')).glossaryOperations,
  async () => (await import('./view-operations.js')).viewOperations,
  async () => (await import('./account-operations.js')).accountOperations,
  async () => (await import('./draft-operations.js')).draftOperations,
];

/** null: there is none of that name. */
export async function operationCalled(name: string): Promise<Operation | null> {
  for (const load of groups) {
    const group = await load();
    if (Object.hasOwn(group, name)) return group[name] ?? null;
  }
  return null;
}

/** For a gateway and a tool server, which offer all of them. */
export async function allOperations(): Promise<Table> {
  return Object.assign({}, ...(await Promise.all(groups.map((load) => load())))) as Table;
}
