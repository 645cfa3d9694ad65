/** Records of releases that ended in the last weeks, as if they had been: for the charts. */
import type { Config } from '../../src/config/config';
import type { ReleaseRecord } from '../../src/domain/release/release-record';
import { Archive } from '../../src/store/archive';
import { ManifestArchive } from '../../src/store/manifest-archive';
import { openStorage } from '../../src/store/open-store';
import { endedInput, manifestBody } from '../../test/support/manifest';
import { stagesWith } from '../../test/support/release-status';

const HOUR_MS = 3_600_000;
const RELEASES = 40;

export async function keepPast({ store }: Pick<Config, 'store'>): Promise<void> {
  const archive = new ManifestArchive(new Archive(openStorage(store)));
  for (let index = 1; index <= RELEASES; index += 1) {
    // Enough of a pattern to look like life, and the same in every picture.
    const endedAtMs = Date.now() - (index * 47 + ((index * 13) % 29)) * HOUR_MS;
    const at = new Date(endedAtMs).toISOString();
    const input = { ...endedInput(`past-${index}`), ...sourceOf(index) };
    const body = manifestBody(recordOf(index, endedAtMs), { input, runId: `past-${index}`, at });
    const content = index % 9 === 0 ? { ...body.content, state: 'rejected' as const } : body.content;
    await archive.put({ ...body, content }, null);
  }
}

function sourceOf(index: number) {
  const strings = 40 + ((index * 137) % 900);
  return { source: { kind: 'snapshot', sha256: 'a'.repeat(64), strings } as const };
}

function recordOf(index: number, endedAtMs: number): Partial<ReleaseRecord> {
  const waver = 1 + ((index * 7) % 11) / 5;
  const lastHours = { create: 0.02, scan: 0.2, confirm: 9, translate: 1.1, publish: 0.1, export: 0.05 };
  let atMs = endedAtMs;
  const took = (hours: number) => {
    const endedAt = new Date(atMs).toISOString();
    atMs -= hours * waver * HOUR_MS;
    return { state: 'done', startedAt: new Date(atMs).toISOString(), endedAt } as const;
  };
  const stages = stagesWith({
    export: took(lastHours.export),
    publish: took(lastHours.publish),
    translate: took(lastHours.translate),
    confirm: took(lastHours.confirm),
    scan: took(lastHours.scan),
    create: took(lastHours.create),
  });
  const completeness = [
    { language: 'ja', percent: 100, missing: 0 },
    { language: 'ko', percent: index % 5 === 0 ? 92 : 100, missing: index % 5 === 0 ? 12 : 0 },
    { language: 'ar', percent: 100 - (index % 4), missing: index % 4 },
  ];
  return { stages, completeness };
}
