/** What stays of releases. Temporal is not needed for it. */
import * as z from 'zod';
import { named } from '../client/release-name';
import { readReport } from '../client/report/read-report';
import type { Report } from '../client/report/release-report';
import { verifyRecords, type VerifiedRecord } from '../client/verify-records';
import { canonicalJson } from '../domain/canonical-json';
import { storeOperation } from './operation';
import { release } from './input-parts';
import { outline } from './outline';

export const recordOperations = {
  report: storeOperation({
    summary: 'Get the record that stays of a release: its manifest, and the report made of it',
    role: 'read',
    input: z.strictObject({ id: release }),
    output: z.object({
      faults: z.array(z.string()),
      manifest: z.string().describe('as it is kept: its checksums are of these bytes'),
      content: z
        .string()
        .describe('the part of it that has the same bytes whenever content and replies are the same'),
      report: outline<Report>()({ title: z.string(), state: z.string() }),
    }),
    run: async (access, { id }) => {
      const kept = await access.archive.demand(named(id));
      return {
        faults: kept.faults,
        manifest: kept.bytes.toString('utf8'),
        content: canonicalJson(kept.manifest.content),
        report: await readReport(access, kept),
      };
    },
  }),
  verifyRecords: storeOperation({
    summary: 'Check the records of a release: their checksums, signatures and files',
    role: 'read',
    input: z.strictObject({ id: release }),
    output: z.object({
      id: z.string(),
      records: z.array(
        outline<VerifiedRecord>()({ key: z.string(), signature: z.string(), faults: z.array(z.string()) }),
      ),
    }),
    run: (access, { id }) =>
      verifyRecords(access, named(id), { demandSignature: access.config.verifyKeys.length > 0 }),
  }),
};
