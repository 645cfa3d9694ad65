import { canonicalJson } from './canonical-json';
import type { ReleaseInput } from './release-input';

/** Whether two inputs, both checked and with their defaults filled in, ask for the same release. */
export function isSameRequest(one: ReleaseInput, other: ReleaseInput): boolean {
  return requestOf(one) === requestOf(other);
}

/** Not where the files lie, or what is said of the strings beside their texts. */
function requestOf({ spec, source }: ReleaseInput): string {
  const strings = source.kind === 'url' ? source : { sha256: source.sha256 };
  const exportTo = spec.export && { ...spec.export, directory: '' };
  return canonicalJson({ ...spec, source: strings, export: exportTo });
}
