/**
 * What a changed file asks of a release that others may have amended: what the file did not change stays as the release
 * has it, and what it changed is as the file says. A part such as the announcement is merged key by key.
 */
import type { z } from 'zod';
import type { AmendableParts } from '../domain/release-input';
import { canonicalJson } from '../domain/canonical-json';
import { releaseSpec, type ReleaseSpec } from '../domain/release-file';

export interface MergedFile {
  spec: ReleaseSpec;
  /** What others had amended, and the file says otherwise: `terms.deadline`. */
  takenBack: string[];
}

/** `filed`: what the file said before. */
export function mergeFile(filed: AmendableParts, now: ReleaseSpec, wanted: ReleaseSpec): MergedFile {
  const takenBack: string[] = [];

  function choose<Value>(key: string, before: unknown, own: Value, asked: Value): Value {
    if (isSame(asked, before) || isSame(asked, own)) return own;
    if (!isSame(own, before)) takenBack.push(key);
    return asked;
  }

  function part<Part extends object>(
    key: 'supplement' | 'export' | 'announce',
    schema: z.ZodType<Part | undefined>,
    [own, asked]: readonly [Part | undefined, Part | undefined],
  ): Part | undefined {
    const before = filed[key];
    if (before === null || own === undefined || asked === undefined) return choose(key, before, own, asked);
    const known = takenBack.length;
    const [old, mine, theirs] = [before, own, asked].map((value) => new Map(Object.entries(value)));
    const names = new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])]);
    const merged = [...names].flatMap((name) => {
      const value: unknown = choose(`${key}.${name}`, old?.get(name), mine?.get(name), theirs?.get(name));
      return value === undefined ? [] : [[name, value] as const];
    });
    const read = schema.safeParse(Object.fromEntries(merged));
    if (read.success) return read.data;
    // Neither has asked for the two together, such as a text for a post that is prepared.
    takenBack.length = known;
    return choose(key, before, own, asked);
  }

  const { supplement, export: exportTo, announce, ...rest } = wanted;
  const { terms } = filed;
  const later = {
    supplement: part('supplement', releaseSpec.shape.supplement, [now.supplement, supplement]),
    export: part('export', releaseSpec.shape.export, [now.export, exportTo]),
    announce: part('announce', releaseSpec.shape.announce, [now.announce, announce]),
  };
  const spec: ReleaseSpec = {
    ...rest,
    terms: {
      ...rest.terms,
      deadline: choose('terms.deadline', terms.deadline, now.terms.deadline, rest.terms.deadline),
      reminders: choose('terms.reminders', terms.reminders, now.terms.reminders, rest.terms.reminders),
      onDeadline: choose('terms.onDeadline', terms.onDeadline, now.terms.onDeadline, rest.terms.onDeadline),
    },
    supplementLanguages: choose(
      'supplementLanguages',
      filed.supplementLanguages,
      now.supplementLanguages,
      rest.supplementLanguages,
    ),
    publish: choose('publish', filed.publish, now.publish, rest.publish),
    ...(later.supplement && { supplement: later.supplement }),
    ...(later.export && { export: later.export }),
    ...(later.announce && { announce: later.announce }),
  };
  return { spec, takenBack };
}

/** Of languages and accounts the order says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string =>
    canonicalJson(Array.isArray(value) ? value.toSorted() : (value ?? null));
  return text(one) === text(other);
}
