import type { Command } from 'commander';
import { openArchive } from '../../client/records/archived-releases';
import { BadRequest } from '../../client/errors';
import {
  checkStore,
  collectGarbage,
  type Collected,
  type StoreFaults,
} from '../../client/records/keep-store';
import { needsOfRecords, needsOfReleases } from '../../client/records/store-needs';
import { recoveredLines, RecordRecovery } from '../../client/records/recover-records';
import { readConfig, type Config } from '../../config/config';
import { storePlace } from '../../config/store-place';
import { counted } from '../../domain/text/counted';
import { durationText } from '../../domain/text/duration';
import { sentence } from '../../domain/text/sentence';
import type { LocalBackend } from '../../operations/local-backend';
import { Archive } from '../../store/archive';
import { copyStore, type CopyReport } from '../../store/copy-store';
import { openStorage, openStore } from '../../store/open-store';
import { StoreError } from '../../store/store-error';
import { TemporalUnreachable } from '../../temporal/errors';
import { exitCode } from '../../domain/exit-code';
import { add } from '../command';
import { joinedText } from '../terminal/terminal-form';
import { durationOption, flag } from '../command-options';

const HOUR_MS = 3_600_000;
const USUAL_AGE_MS = 7 * 24 * HOUR_MS;

export function store(parent: Command): void {
  add(parent, 'check', {
    description: 'Read every object and every record of the store, and look for those that are missing.',
    examples: ['store check'],
    runHere: async ({ backend, terminal }) => {
      const config = readConfig();
      const open = await recoverAndListNeeds(backend, config);
      const { needs, faulty } = await needsOfRecords(openArchive(config));
      for (const [digest, neededBy] of open?.needs ?? []) needs.set(digest, neededBy);
      const found = await checkStore(openStore(config.store), needs);
      const records = await readArchive(config.store, faulty);
      const unreadable = open?.unreadable ?? [];
      const report = {
        ...found,
        records,
        faultyRecords: faulty,
        openReleases: open?.releases ?? null,
        unreadableReleases: unreadable,
        recoveredRecords: open?.recovered ?? [],
      };
      terminal.data(report, () => faultLines(found, faulty).join('\n'));
      const { length: faults } = [...found.damaged, ...found.missing, ...faulty];
      terminal.info(
        `${counted(found.objects, 'object')} (${sizeText(found.bytes)}) and ${counted(records, 'record')} read. ${faults === 0 ? 'Nothing is damaged or missing.' : `${counted(faults, 'fault')} found. Restore these files from a backup.`}`,
      );
      open?.recoveryLines.forEach(terminal.info);
      if (open === null)
        terminal.info(
          'Temporal does not answer: what open releases need, and releases without a record, were not looked for.',
        );
      for (const { id, why } of unreadable)
        terminal.info(`${id} cannot be read: what it needs was not looked for. ${sentence(why)}`);
      if (faults > 0) process.exitCode = exitCode.gate;
    },
  });
  add(parent, 'gc', {
    description: 'Remove objects that no release, open or in the archive, refers to.',
    options: {
      dryRun: flag('Say what would be removed, and remove nothing.'),
      olderThan: durationOption(
        'Remove only what was last stored longer ago than this, at least 1h. Default: 7 days.',
      ),
    },
    examples: ['store gc --dry-run'],
    runHere: async ({ backend, terminal }, { dryRun = false, olderThan = USUAL_AGE_MS }) => {
      if (olderThan < HOUR_MS)
        throw new BadRequest(
          '--older-than must be at least 1h: what was stored just now is not in any history yet.',
        );
      const collected = await backend.withTemporal((access) =>
        collectGarbage(access, { putBeforeMs: Date.now() - olderThan, dryRun }),
      );
      const report = { ...collected, dryRun, olderThanMs: olderThan };
      terminal.data(report, () => collectedText(collected, report));
    },
  });
  add(parent, 'copy <from> <to>', {
    description: 'Copy all objects and records of one store into another. Run it again to continue.',
    options: { verify: flag('Read also what is there already, and replace what is damaged.') },
    help: 'Each is a directory, or s3://BUCKET/PREFIX with the AWS variables.',
    examples: ['store copy .locrelease/store s3://releases/locrelease'],
    runAlone: async (terminal, { verify = false }, from: string, to: string) => {
      const source = openStorage(storePlace(from, 'FROM', process.env));
      const target = openStorage(storePlace(to, 'TO', process.env));
      if (source.place === target.place)
        throw new BadRequest('FROM and TO are the same. Nothing was copied.');
      const onProgress = seldom((report: CopyReport) => terminal.info(`${copiedText(report)} so far.`));
      const report = await copyStore(source, target, { verify, onProgress });
      if (report.objects + report.records === 0)
        throw new BadRequest(`There is no store at ${source.place}, or it is empty. Nothing was copied.`);
      terminal.data({ from: source.place, to: target.place, ...report }, copyText);
      if (report.damaged.length + report.differing.length > 0) process.exitCode = exitCode.gate;
    },
  });
}

const PROGRESS_EVERY_MS = 5000;

function seldom<Value>(report: (value: Value) => void): (value: Value) => void {
  let reportedAtMs = Date.now();
  return (value) => {
    if (Date.now() - reportedAtMs < PROGRESS_EVERY_MS) return;
    reportedAtMs = Date.now();
    report(value);
  };
}

function copyText(report: CopyReport): string {
  const { objects, copied, damaged, gone, records, copiedRecords, differing } = report;
  const there = objects - copied - damaged.length - gone;
  return joinedText(
    '\n',
    ...damaged.map(({ sha256, problem }) => `damaged  ${sha256}  ${problem}`),
    ...differing.map((name) => `differs  ${name}  It is there with other content, and stayed as it is.`),
    `${copiedText(report)}. ${counted(there, 'object')} and ${counted(records - copiedRecords, 'record')} were there already.`,
    gone > 0 && `Not copied: ${counted(gone, 'object')}, removed from the store while it was copied.`,
  );
}

function copiedText({ copied, copiedBytes, copiedRecords }: CopyReport): string {
  return `Copied ${counted(copied, 'object')} (${sizeText(copiedBytes)}) and ${counted(copiedRecords, 'record')}`;
}

/** Counts the records. Release records were checked before; the others only have to be JSON. */
async function readArchive(
  place: Config['store'],
  faulty: { key: string; faults: string[] }[],
): Promise<number> {
  const archive = new Archive(openStorage(place));
  const keys = await archive.list('');
  const damaged = new Set(faulty.map(({ key }) => key));
  for (const key of keys.filter((one) => !damaged.has(one))) {
    try {
      JSON.parse(String(await archive.get(key)));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      faulty.push({ key, faults: ['It is no JSON document.'] });
    }
  }
  return keys.length;
}

/** Returns null without Temporal, since the store can be checked without it. */
async function recoverAndListNeeds(backend: LocalBackend, config: Config) {
  try {
    return await backend.withTemporal(async ({ client, releases, store }) => {
      const { signingKey, taskQueue } = config;
      const manifests = openArchive(config);
      const recovery = new RecordRecovery({ client, manifests, store, signingKey, taskQueue });
      const round = recovery.fault ?? (await recovery.round(Infinity).catch(storeFault));
      const done =
        typeof round === 'string'
          ? { recovered: [], recoveryLines: [round] }
          : { recovered: round.written, recoveryLines: recoveredLines(round) };
      return { ...done, ...(await needsOfReleases(client, releases)) };
    });
  } catch (error) {
    if (error instanceof TemporalUnreachable) return null;
    throw error;
  }
}

/** A fault of the store ends the recovery of records, but not the check. */
function storeFault(error: unknown): string {
  if (error instanceof StoreError) return error.message;
  throw error;
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
  const what = counted(removed, 'object') + (removed === 0 ? '' : ` (${sizeText(removedBytes)})`);
  const stay = `${counted(objects - removed, 'object')} ${dryRun ? 'would stay' : 'stay'}: needed, or stored within ${durationText(olderThanMs)}.`;
  return `${dryRun ? `${what} would be removed.` : `${what} removed.`} ${stay}`;
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
