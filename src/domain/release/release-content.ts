/** The content that identifies a release, wherever its files are and whichever version of this program reads it. */
import { inOrder, isPlain } from '../text/canonical-json';
import type { ReleaseInput, ReleaseSource } from './release-input';
import { releaseDefaults } from './release-file';

/** Leaves out local paths, notes, default values, and `allowUnlisted`, which only concerns the start. */
export function contentOf({ spec, source }: Pick<ReleaseInput, 'spec' | 'source'>): Record<string, unknown> {
  const exportTo = spec.export && { ...spec.export, directory: undefined };
  const content = {
    ...spec,
    allowUnlisted: undefined,
    source: sourceContent(source),
    ...(exportTo && { export: exportTo }),
  };
  return inOrder(without(content, releaseDefaults)) as Record<string, unknown>;
}

/** Different notes for reviewers do not make different strings. */
export function sourceContent(source: ReleaseSource): ReleaseSource {
  if (source.kind === 'url') return source;
  const { kind, sha256, strings } = source;
  return { kind, sha256, strings };
}

export function isSameContent(
  one: Pick<ReleaseInput, 'spec' | 'source'>,
  other: Pick<ReleaseInput, 'spec' | 'source'>,
): boolean {
  return JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));
}

function without(value: object, defaults: object): object {
  const usual = new Map<string, unknown>(Object.entries(defaults));
  const entries = Object.entries(value).flatMap(([key, own]: [string, unknown]): [string, unknown][] => {
    const other = usual.get(key);
    // An empty part may still request something by its presence.
    if (isPlain(own) && isPlain(other) && Object.keys(other).length > 0) return [[key, without(own, other)]];
    const isUsual = own === undefined || JSON.stringify(own) === JSON.stringify(other);
    return isUsual ? [] : [[key, own]];
  });
  return Object.fromEntries<unknown>(entries);
}
