import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assumptionsPage } from '../../../src/assumptions/assumptions-page';
import { assumptions } from '../../../src/assumptions/catalogue';
import { readingsById } from '../../../src/sandbox/readings/catalogue';

const PROJECT = join(__dirname, '../../..');
const missing = (files: readonly string[]): string[] =>
  files.filter((file) => !existsSync(join(PROJECT, file)));
/** Prettier pads tables and may wrap; what is said is what counts. */
const words = (text: string): string => text.replace(/\s+/g, ' ').trim();

it('the sandbox has a knob for each that says so, with the same readings, and no other', () => {
  const knobs = assumptions.filter(({ knob }) => knob === 'same id');
  expect(knobs.map(({ id }) => id).sort()).toEqual(Object.keys(readingsById).sort());
  const readings: Readonly<Record<string, readonly string[]>> = readingsById;
  const differing = knobs.filter(
    ({ id, readings: accepted }) => accepted.map(({ name }) => name).join() !== (readings[id] ?? []).join(),
  );
  expect(
    differing.map(({ id, readings: accepted }) => [id, accepted.map(({ name }) => name), readings[id]]),
  ).toEqual([]);
});

it('no two assumptions share an id', () => {
  const ids = assumptions.map(({ id }) => id);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
});

describe.each(assumptions.map((assumption) => [assumption.id, assumption] as const))(
  '%s',
  (_id, assumption) => {
    const names = assumption.readings.map(({ name }) => name);

    it('has a usual reading, and each once', () => {
      expect(names).not.toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    });

    it('is decided in files that are there', () => {
      expect(assumption.decidedIn).not.toEqual([]);
      expect(missing(assumption.decidedIn)).toEqual([]);
    });

    it('is shown by tests that are there', () => {
      expect(assumption.tests).not.toEqual([]);
      expect(missing(assumption.tests)).toEqual([]);
    });

    it('is set to its own readings only', () => {
      const values = assumption.setting?.kind === 'reading' ? assumption.setting.values : [];
      expect(values.filter((value) => !names.includes(value))).toEqual([]);
    });
  },
);

it('docs/assumptions.md is made of them', () => {
  const page = readFileSync(join(PROJECT, 'docs/assumptions.md'), 'utf8');
  expect(words(page)).toBe(words(assumptionsPage()));
});
