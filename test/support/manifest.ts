/** A release that has ended, and what stays of it. */
import { releaseSpec } from '../../src/domain/release/release-file';
import type { ReleaseInput } from '../../src/domain/release/release-input';
import { newRecord, type ReleaseRecord } from '../../src/domain/release/release-record';
import { releaseManifest } from '../../src/domain/release/release-manifest';
import { finish } from '../../src/domain/release/release-transitions';
import type { ReleaseManifest, ReleaseManifestBody } from '../../src/domain/release/manifest-schema';
import { opened, sealed } from '../../src/store/manifest-seal';

export const endedAt = '2026-11-02T10:00:00.000Z';

export function endedInput(name = 'game-1'): ReleaseInput {
  const spec = releaseSpec.parse({
    name,
    source: { file: 'en.json' },
    targetLanguages: ['ja'],
    export: { template: 'tpl-1', directory: '/srv/out' },
  });
  return { spec, source: { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 2 }, startedBy: 'ivan' };
}

interface Ended {
  input?: ReleaseInput;
  runId?: string;
  at?: string;
}

export function manifestBody(
  changes: Partial<ReleaseRecord> = {},
  { input = endedInput(), runId = 'run-1', at = endedAt }: Ended = {},
): ReleaseManifestBody {
  const record: ReleaseRecord = {
    ...newRecord(input, runId),
    decisions: [{ at, by: 'olga', what: 'confirm terms', why: 'looks right' }],
    ...changes,
  };
  finish(record, 'done', null, at);
  return releaseManifest({ input, record, runId, endedAt: at, version: '1.0.0' });
}

/** Of a release that has published these languages. */
export function publishedBody(
  languages: string[],
  { input = endedInput(), publishedAt = endedAt, ...more }: Ended & { publishedAt?: string } = {},
): ReleaseManifestBody {
  const stages = newRecord(input, 'run-1').stages.map((stage) =>
    stage.name === 'publish' ? { ...stage, state: 'done' as const, endedAt: publishedAt } : stage,
  );
  return manifestBody({ languages, stages }, { input, ...more });
}

export function manifestWith(changes: Partial<ReleaseRecord> = {}): ReleaseManifest {
  const { manifest } = opened(Buffer.from(sealed(manifestBody(changes), null)), []);
  if (manifest?.kind !== 'release') throw new Error('not a release');
  return manifest;
}
