import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assumptions } from '../../../src/config/assumptions';
import { readingsById } from '../../../src/sandbox/readings/catalogue';

const page = readFileSync(join(__dirname, '../../../docs/assumptions.md'), 'utf8');
const NO_KNOB = 'The sandbox has no such reading.';

/** The sections of the page by their id, each with the readings that it explains. */
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text) => [
      text.slice(0, text.indexOf('\n')),
      { text, readings: [...text.matchAll(/^- `([^`]+)`:/gm)].map(([, name = '']) => name) },
    ]),
);
const readingsOf = (ids: Iterable<string>): [string, readonly string[]][] =>
  [...ids].map((id) => [id, sections.get(id)?.readings ?? []]);

it('no two assumptions share an id', () => {
  expect(new Set(assumptions.map(({ id }) => id)).size).toBe(assumptions.length);
});

it('each is set to its own readings only', () => {
  const wrong = assumptions.filter(
    ({ setting, readings }) =>
      setting?.kind === 'reading' && setting.values.some((value) => !readings.includes(value)),
  );
  expect(wrong).toEqual([]);
});

it('the page explains each, with all its readings', () => {
  expect(readingsOf(assumptions.map(({ id }) => id))).toEqual(
    assumptions.map(({ id, readings }) => [id, readings]),
  );
});

it('the page explains each reading that the sandbox can have, and says where it has none', () => {
  expect(readingsOf(Object.keys(readingsById))).toEqual(Object.entries(readingsById));
  const others = [...sections].filter(([id]) => !(id in readingsById));
  expect(others.filter(([, { text }]) => !text.includes(NO_KNOB))).toEqual([]);
});

it('the page names the values of each setting', () => {
  const named = ({ id, setting }: (typeof assumptions)[number]): boolean => {
    const [, line = ''] = /^- Setting: (.*(?:\n {2}.*)*)/m.exec(sections.get(id)?.text ?? '') ?? [];
    return setting?.kind === 'reading'
      ? setting.values.every((value) => line.includes(`\`${value}\``))
      : line.includes('our name to theirs');
  };
  expect(assumptions.filter((one) => one.setting !== undefined && !named(one))).toEqual([]);
});
