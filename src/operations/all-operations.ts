/** The table of operations. Each group is loaded when something of it is asked for. */
import type { Operation } from './operation';

export type Table = Readonly<Record<string, Operation>>;

/** Those first that commands ask for most: a command should load little more than it needs. */
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

/** null: there is none of that name. */
export async function operationCalled(name: string): Promise<Operation | null> {
  for (const load of groups) {
    const group: Table = await load();
    if (Object.hasOwn(group, name)) return group[name] ?? null;
  }
  return null;
}

/** For a gateway and a tool server, which offer all of them. */
export async function allOperations(): Promise<Table> {
  return Object.assign({}, ...(await Promise.all(groups.map((load) => load())))) as Table;
}
