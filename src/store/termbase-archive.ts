/**
 * Records of people's own changes of a termbase, and of reverted changes of releases, with their reasons. Their names
 * differ from those of release records, and they are written before the change, so that no change lacks its entry.
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { ReleaseName } from '../domain/release/identity';
import { glossaryRevert } from '../protocol/glossary-api';
import type { Archive } from './archive';

const revertRecord = glossaryRevert.extend({
  schemaVersion: z.literal(1),
  kind: z.literal('termbase-revert'),
  project: z.string(),
  name: z.string(),
});
export type RevertRecord = z.output<typeof revertRecord>;

export const uploadRecord = z.object({
  schemaVersion: z.literal(1),
  kind: z.literal('termbase-upload'),
  project: z.string(),
  mode: z.enum(['upload', 'update', 'delete']),
  by: z.string(),
  at: z.string(),
  reason: z.string().nullable(),
  /** The texts of the terms; for an update or a deletion, their ids. */
  terms: z.array(z.string()),
});
export type UploadRecord = z.output<typeof uploadRecord>;

const REVERT = /\.revert\.[^/]+\.json$/;
/** Uploads are next to the folders of the releases. */
const UPLOAD = /^[^/]+\/[^/]+\.upload\.[^/]+\.json$/;

export class TermbaseArchive {
  constructor(private readonly archive: Archive) {}

  put(record: RevertRecord | UploadRecord): Promise<void> {
    const { project, at } = record;
    const [place, kind] =
      record.kind === 'termbase-revert' ? [`${project}/${record.name}`, 'revert'] : [project, 'upload'];
    const key = `${place}/${at.replace(/[-:.]/g, '')}.${kind}.${randomUUID()}.json`;
    return this.archive.put(key, `${JSON.stringify(record, null, 2)}\n`);
  }

  revertsOf({ project, name }: ReleaseName): Promise<RevertRecord[]> {
    return this.#newestFirst(`${project}/${name}`, REVERT, revertRecord);
  }

  uploadsOf(project: string): Promise<UploadRecord[]> {
    return this.#newestFirst(project, UPLOAD, uploadRecord);
  }

  /** An unreadable entry hides none of the others. */
  async #newestFirst<Schema extends z.ZodType>(
    path: string,
    entry: RegExp,
    schema: Schema,
  ): Promise<z.output<Schema>[]> {
    const keys = (await this.archive.list(path)).filter((key) => entry.test(key));
    const found: z.output<Schema>[] = [];
    for (const key of keys.reverse()) {
      const bytes = await this.archive.get(key);
      const parsed = schema.safeParse(bytes && parsedJson(bytes));
      if (parsed.success) found.push(parsed.data);
    }
    return found;
  }
}

/** null: it is no JSON. */
export function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
