import type { Command } from 'commander';
import { openArchive } from '../client/archived-releases';
import { BadRequest } from '../client/errors';
import { checkStore, collectGarbage, type Collected, type StoreFaults } from '../client/keep-store';
import { needsOfRecords, needsOfReleases } from '../client/store-needs';
import { readConfig } from '../config/config';
import { counted } from '../domain/counted';
import { durationText } from '../domain/duration';
import { ContentStore } from '../store/content-store';
import { TemporalUnreachable } from '../temporal/temporal-unreachable';
import { durationOption, outputOption } from './command-options';
import { exitCode } from './exit-code';
import { createTerminal } from './terminal';
import { withTemporal } from './with-temporal';

const HOUR_MS = 3_600_000;
const USUAL_AGE_MS = 7 * 24 * HOUR_MS;

interface GcOptions {
  dryRun?: boolean;
  olderThan?: number;
  output: string;
}

export function defineStoreCommand(store: Command): void {
  store
    .command('check')
    .description('Read every object and every record of the store, and look for those that are missing.')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease store check')
    .action(async ({ output }: { output: string }) => {
      const config = readConfig();
      const { needs, records, faulty } = await needsOfRecords(openArchive(config));
      const open = await openNeeds();
      for (const [digest, neededBy] of open?.needs ?? []) needs.set(digest, neededBy);
      const found = await checkStore(new ContentStore(config.storeDirectory), needs);
      const terminal = createTerminal(output === 'json');
      const report = { ...found, records, faultyRecords: faulty, openReleases: open?.releases ?? null };
      terminal.data(report, () => faultLines(found, faulty).join('\n'));
      const { length: faults } = [...found.damaged, ...found.missing, ...faulty];
      terminal.say(
        `${counted(found.objects, 'object')} (${sizeText(found.bytes)}) and ${counted(records, 'record')} read. ${faults === 0 ? 'Nothing is damaged or missing.' : `${counted(faults, 'fault')} found. Restore these files from a backup.`}`,
      );
      if (open === null)
        terminal.say('Temporal does not answer: what open releases need was not looked for.');
      if (faults > 0) process.exitCode = exitCode.gate;
    });

  store
    .command('gc')
    .description('Remove objects that no release, open or in the archive, refers to.')
    .option('--dry-run', 'Say what would be removed, and remove nothing.')
    .addOption(
      durationOption(
        '--older-than <duration>',
        'Remove only what was last stored longer ago than this, at least 1h. Default: 7 days.',
      ),
    )
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease store gc --dry-run')
    .action(({ dryRun = false, olderThan = USUAL_AGE_MS, output }: GcOptions) =>
      withTemporal(async (access) => {
        if (olderThan < HOUR_MS)
          throw new BadRequest(
            '--older-than must be at least 1h: what was stored just now is not in any history yet.',
          );
        const collected = await collectGarbage(access, { putBeforeMs: Date.now() - olderThan, dryRun });
        const report = { ...collected, dryRun, olderThanMs: olderThan };
        createTerminal(output === 'json').data(report, () => collectedText(collected, report));
      }),
    );
}

/** null: Temporal does not answer, and a store can be looked at without. */
async function openNeeds() {
  try {
    return await withTemporal(({ client, releaseClient }) => needsOfReleases(client, releaseClient));
  } catch (error) {
    if (error instanceof TemporalUnreachable) return null;
    throw error;
  }
}

function faultLines(
  { damaged, missing }: StoreFaults,
  faulty: readonly { key: string; faults: string[] }[],
): string[] {
  const lines = [
    ...damaged.map(({ sha256, problem }) => `damaged  ${sha256}  ${problem}`),
    ...missing.map(({ sha256, neededBy }) => `missing  ${sha256}  needed by ${neededBy}`),
    ...faulty.map(({ key, faults }) => `record   ${key}  ${faults.join(' ')}`),
  ];
  return lines.length === 0 ? ['The store is whole.'] : lines;
}

function collectedText(
  { objects, removed, removedBytes }: Collected,
  { dryRun, olderThanMs }: { dryRun: boolean; olderThanMs: number },
): string {
  const what = `${counted(removed, 'object')} (${sizeText(removedBytes)})`;
  const stay = `${counted(objects - removed, 'object')} ${dryRun ? 'would stay' : 'stay'}: needed, or stored within ${durationText(olderThanMs)}.`;
  return `${dryRun ? `${what} would be removed.` : `${what} removed.`} ${stay}`;
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
