/** The table of operations, in groups that are imported on demand. */
import type { Operation } from './operation';

export type Table = Readonly<Record<string, Operation>>;

/** The groups that commands use most come first, because a lookup imports all groups before the right one. */
const groups = [
  async () => (await import('./release-operations.js')).releaseOperations,
  async () => (await import('./term-operations.js')).termOperations,
  async () => (await import('./start-operations.js')).startOperations,
  async () => (await import('./work-operations.js')).workOperations,
  async () => (await import('./schedule-operations.js')).scheduleOperations,
  async () => (await import('./service-operations.js')).serviceOperations,
  async () => (await import('./glossary-operations.js')).glossaryOperations,
  async () => (await import('./view-operations.js')).viewOperations,
  async () => (await import('./account-operations.js')).accountOperations,
  async () => (await import('./draft-operations.js')).draftOperations,
] as const satisfies readonly (() => Promise<Table>)[];

type Group = Awaited<ReturnType<(typeof groups)[number]>>;
type NameIn<Each> = Each extends unknown ? keyof Each : never;
type RowIn<Each, Name> = Each extends unknown ? (Name extends keyof Each ? Each[Name] : never) : never;
export type Operations = { [Name in NameIn<Group>]: RowIn<Group, Name> };

export async function operationCalled(name: string): Promise<Operation | null> {
  for (const load of groups) {
    const group: Table = await load();
    if (Object.hasOwn(group, name)) return group[name] ?? null;
  }
  return null;
}

export async function allOperations(): Promise<Table> {
  return Object.assign({}, ...(await Promise.all(groups.map((load) => load())))) as Table;
}
