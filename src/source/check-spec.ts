import { releaseSpec, type ReleaseSpec } from '../domain/release-file';
import { checkShape } from './check-shape';
import type { Report } from './input-error';
import type { Located } from './located';

/** The release that a file asks for, or null after reporting why there is none. */
export function checkSpec(root: Located, report: Report): ReleaseSpec | null {
  if (root.kind === 'mapping') return checkShape(releaseSpec, root, report);
  const message = 'must hold the keys of a release, such as name: game-2.4.0';
  report({ line: root.line, key: null, message });
  return null;
}
