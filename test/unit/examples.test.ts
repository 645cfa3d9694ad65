import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { releaseSpec } from '../../src/domain/release/release-file';
import { readReleaseText } from '../../src/source/read-release-file';

type Place = z.core.JSONSchema._JSONSchema;

const read = (file: string): string => readFileSync(join(__dirname, '../../examples', file), 'utf8');

/** `export.mode`, `announce.at`, …: every key that has no keys of its own, or only such as a person chooses. */
function keysOf(place: Place | undefined, path: string[] = []): string[] {
  const keys = Object.entries((typeof place === 'object' ? place.properties : undefined) ?? {});
  return keys.length === 0
    ? [path.join('.')]
    : keys.flatMap(([key, inner]) => keysOf(inner, [...path, key])).sort();
}

function has(file: unknown, key: string): boolean {
  const value = key
    .split('.')
    .reduce((place: unknown, part) => (place as Record<string, unknown> | undefined)?.[part], file);
  return value !== undefined;
}

const keys = keysOf(z.toJSONSchema(releaseSpec, { io: 'input' }));

describe('examples/release.yaml', () => {
  const text = read('release.yaml');
  /** With every line that is a comment turned into what it shows; no release could have all of it. */
  const whole: unknown = parse(text.replace(/^( *)# (?=\w+: )/gm, '$1'));

  it('is a release as it stands', () => {
    expect(readReleaseText('release.yaml', text).name).toBe('game-2.4.0');
  });

  it('shows every key', () => {
    expect(keys).toContain('export.minimumComplete');
    expect(keys.filter((key) => !has(whole, key))).toEqual([]);
  });

  it('shows no other key', () => {
    const { error } = releaseSpec.safeParse(whole);
    expect(error?.issues.filter(({ code }) => code === 'unrecognized_keys')).toEqual([]);
  });
});

it('the release file of "locrelease init" names every key', () => {
  const text = read('starter/release.yaml');
  const names = keys.map((key) => key.split('.').at(-1) ?? '');
  expect(names.filter((name) => !new RegExp(`\\b${name}: `).test(text))).toEqual([]);
});
