/**
 * Who took back which changes of a termbase, and why: beside the records of the release that had made them, under names
 * that no record has. Written before anything is changed, so that no change goes without its entry.
 */
import * as z from 'zod';
import type { ReleaseName } from '../domain/identity';
import type { Archive } from './archive';

const revertRecord = z.object({
  schemaVersion: z.literal(1),
  kind: z.literal('termbase-revert'),
  project: z.string(),
  name: z.string(),
  by: z.string(),
  at: z.string(),
  reason: z.string(),
  terms: z.array(
    z.object({
      term: z.string(),
      action: z.enum(['delete', 'update']),
      /** Whether somebody had changed the entry since the release, and that was written over on purpose. */
      overwrites: z.boolean(),
      fields: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
    }),
  ),
});
export type RevertRecord = z.output<typeof revertRecord>;

const ENTRY = /\.revert\.[^/]+\.json$/;

export class RevertArchive {
  constructor(private readonly archive: Archive) {}

  async put(record: RevertRecord, revertId: string): Promise<void> {
    const { project, name, at } = record;
    const key = `${project}/${name}/${at.replace(/[-:.]/g, '')}.revert.${revertId}.json`;
    await this.archive.put(key, `${JSON.stringify(record, null, 2)}\n`);
  }

  /** The newest first; one that cannot be read hides none of the others. */
  async of({ project, name }: ReleaseName): Promise<RevertRecord[]> {
    const keys = (await this.archive.list(`${project}/${name}`)).filter((key) => ENTRY.test(key));
    const found: RevertRecord[] = [];
    for (const key of keys.reverse()) {
      const bytes = await this.archive.get(key);
      const parsed = revertRecord.safeParse(bytes === null ? null : parseJson(bytes));
      if (parsed.success) found.push(parsed.data);
    }
    return found;
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
