import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { releaseSignals } from '../../src/protocol/check-message';
import { messageSchemas } from '../../src/protocol/message-schemas';
import * as messages from '../../src/protocol/messages';

const PROJECT = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const isThere = (path: string): boolean => existsSync(join(PROJECT, path));

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A path of this project wherever it stands in a text; a full stop behind it ends the sentence. */
const PATH =
  /(?<![\w./-])(?:src|web|test|bench|chaos|scripts|docs|deploy|tools|examples|schemas|\.ci)\/[\w./-]*\w/g;
const LINK = /\]\((?!https?:|#)([^)#]+)/g;

describe.each(documents)('%s', (document) => {
  const text = read(document);

  it('names only files and directories that are there', () => {
    const named = [...text.matchAll(PATH)].map(([path]) => path);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it('links only to what is there', () => {
    const linked = [...text.matchAll(LINK)].map(([, target = '']) => join(dirname(document), target));
    expect(linked.filter((path) => !isThere(path))).toEqual([]);
  });
});

it('README.md links to nothing that the package lacks, but its picture', () => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] };
  const linked = [...read('README.md').matchAll(LINK)].map(([, target = '']) => target);
  const isPacked = (path: string): boolean =>
    files.some((file) => path === file || path.startsWith(`${file}/`)) || /^docs\/.*\.md$/.test(path);
  expect(files).toContain('docs/**/*.md');
  expect(linked.filter((path) => !isPacked(path) && !path.endsWith('.png'))).toEqual([]);
});

it('SECURITY.md names a test that is there in each row of its table', () => {
  const text = read('SECURITY.md');
  const rows = text
    .slice(text.indexOf('## Who could do what'), text.indexOf('## What is not covered'))
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  expect(rows.length).toBeGreaterThan(15);
  for (const row of rows) {
    const tests = [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    expect(tests).not.toEqual([]);
    const found = (name: string): boolean => isThere(`test/${name}.test.ts`) || isThere(`test/${name}`);
    expect(tests.filter((name) => !found(name))).toEqual([]);
  }
});

describe('docs/expectations.md', () => {
  const sections = read('docs/expectations.md').split('\n## ').slice(1);
  const rowsOf = (title: string): string[][] =>
    (sections.find((section) => section.startsWith(title)) ?? '')
      .split('\n')
      .filter((line) => /^\| \d+ /.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));

  it.each([
    ['Release engineers', 27],
    ['Schedulers and CI', 25],
    ['Operators', 25],
  ])('has every line for %s, each with a test that is there and what is met', (title, count) => {
    const rows = rowsOf(title);
    expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    for (const [, , , , tests = '', met = ''] of rows) {
      const names = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      expect(names.length > 0 || met.startsWith('no')).toBe(true);
      expect(names.filter((name) => !isThere(`test/${name}.test.ts`))).toEqual([]);
      expect(met).toMatch(/^(yes|partly: .+|no: .+)/);
    }
  });
});

it('docs/operations.md names every code that an error may have', () => {
  const [, part = ''] = /`code` is one of (.*?)\n\n/s.exec(read('docs/operations.md')) ?? [];
  const failures = ['src/operations/failure.ts', 'src/cli/command-failure.ts'].map(read).join('');
  const codes = [...failures.matchAll(/(?:code: |\w, )'(\w+)'/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(14);
  expect(codes.filter((code) => !part.includes(`\`${code}\``))).toEqual([]);
});

describe('docs/messages.md', () => {
  const text = read('docs/messages.md');
  const rowOf = (title: string, name: string): string => {
    const [part = ''] = text.slice(text.indexOf(title)).split(/\n(?=## )/);
    return part.split('\n').find((row) => row.startsWith(`| \`${name}\` `)) ?? '';
  };
  const fieldsOf = (schema: object): string[] => ('shape' in schema ? Object.keys(schema.shape ?? {}) : []);
  const said = Object.values(messages);

  it('names everything that can be said to a workflow and asked of it', () => {
    expect(said.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(Object.entries(releaseSignals))('has every field of the signal %s', (signal, message) => {
    const row = rowOf('## Signals', signal);
    expect(row).not.toBe('');
    const fields = message === null ? [] : fieldsOf(messageSchemas[message]);
    expect(fields.filter((field) => !row.includes(`"${field}"`))).toEqual([]);
  });

  const updates = Object.entries(messageSchemas).filter(([message]) =>
    said.some(({ type, name }) => type === 'update' && name === message),
  );
  it.each(updates)('has every field of the update %s', (update, schema) => {
    const row = rowOf('## Updates', update);
    const fields = fieldsOf(schema).filter((field) => field !== 'by');
    expect(row).not.toBe('');
    expect(fields.filter((field) => !row.includes(`\`${field}\``))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md');
  const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const rows = text
    .slice(text.indexOf('## Where is…?'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => line.split('|').slice(1, 4))
    .map(
      ([what = '', file = '', names = '']) => [what.trim(), quoted(file)[0] ?? '', quoted(names)] as const,
    );

  it('has every room of src', () => {
    const rooms = readdirSync(join(PROJECT, 'src'), { withFileTypes: true });
    const names = rooms.map((entry) => `\`src/${entry.name}${entry.isDirectory() ? '/' : ''}\``);
    expect(names.filter((name) => !text.includes(`| ${name} `))).toEqual([]);
  });

  it('leads to more than thirty things', () => {
    expect(rows.length).toBeGreaterThan(30);
  });

  it.each(rows)('finds %s', (_what, file, names) => {
    expect(names).not.toEqual([]);
    const code = read(file);
    const declared = (name: string) =>
      new RegExp(`\\b(function|class|const|interface|type|async) ${name}\\b|^ +${name}\\(`, 'm').test(code);
    expect(names.filter((name) => !declared(name))).toEqual([]);
  });
});
