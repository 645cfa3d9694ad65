/** Waivers of a minimum that let nothing pass any more, although the file still has them. */
import { hasEnded } from '../domain/export-rules';
import type { ReleaseSpec } from '../domain/release-file';
import type { Stop } from './findings';

export function endedWaivers({ export: exportTo }: ReleaseSpec, nowMs: number): Stop[] {
  return (exportTo?.waivers ?? []).flatMap(({ language, by, until }, index) => {
    const message = `The waiver of ${by} for ${language} ended on ${until}. Give it a later date, or remove it.`;
    return hasEnded(until, nowMs) ? [{ key: ['export', 'waivers', index, 'until'], message }] : [];
  });
}
