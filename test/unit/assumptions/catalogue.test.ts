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

/** Those of which a fault is found, with it. */
const faulty = (faultsOf: (assumption: (typeof assumptions)[number]) => readonly string[]) =>
  assumptions.flatMap((assumption) => faultsOf(assumption).map((fault) => `${assumption.id}: ${fault}`));
const names = ({ readings }: (typeof assumptions)[number]): string[] => readings.map(({ name }) => name);

it('each has a usual reading, and no reading twice', () => {
  expect(faulty((one) => (names(one).length === 0 ? ['no reading'] : []))).toEqual([]);
  expect(faulty((one) => names(one).filter((name, place, all) => all.indexOf(name) !== place))).toEqual([]);
});

it('each is decided in files, and shown by tests, that are there', () => {
  expect(
    faulty(({ decidedIn }) => (decidedIn.length === 0 ? ['decided nowhere'] : missing(decidedIn))),
  ).toEqual([]);
  expect(faulty(({ tests }) => (tests.length === 0 ? ['shown nowhere'] : missing(tests)))).toEqual([]);
});

it('each is set to its own readings only', () => {
  const values = ({ setting }: (typeof assumptions)[number]) =>
    setting?.kind === 'reading' ? setting.values : [];
  expect(faulty((one) => values(one).filter((value) => !names(one).includes(value)))).toEqual([]);
});

it('docs/assumptions.md is made of them', () => {
  const page = readFileSync(join(PROJECT, 'docs/assumptions.md'), 'utf8');
  expect(words(page)).toBe(words(assumptionsPage()));
});
