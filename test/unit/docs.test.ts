import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands } from '../../src/cli/commands';
import { defineAll } from '../../src/cli/lazy-command';
import { createProgram } from '../../src/cli/program';
import { readConfig } from '../../src/config/config';
import { exportFormatNames } from '../../src/domain/release/export-format-names';
import { releaseSpec } from '../../src/domain/release/release-file';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { exportFormats } from '../../src/export-formats/export-formats';
import { releaseSignals } from '../../src/protocol/check-message';
import { messageSchemas } from '../../src/protocol/message-schemas';
import { sourceFormats } from '../../src/source/formats/source-formats';
import { temporalAddress } from '../../src/temporal/connect-client';
import { knownVariables } from '../support/known-variables';
import { useScratch } from '../support/scratch';
import * as messages from '../../src/protocol/messages';
import { expectEach } from '../support/expect-each';

const PROJECT = join(__dirname, '../..');
const scratch = useScratch();
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const isThere = (path: string): boolean => existsSync(join(PROJECT, path));
/** A file that Jest runs, or a module of one. */
const isTest = (name: string): boolean =>
  ['test', 'cases'].some((kind) => isThere(`test/${name}.${kind}.ts`));

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
  /(?<![\w./-])(?:src|web|test|trials|scripts|docs|deploy|tools|examples|schemas|\.ci)\/[\w./-]*\w/g;
const LINK = /\]\((?!https?:|#)([^)#]+)/g;

describe('each document', () => {
  const eachDocument = (check: (document: string, text: string) => void): Promise<void> =>
    expectEach(
      documents,
      (document) => document,
      (document) => check(document, read(document)),
    );

  it('names only files and directories that are there', () =>
    eachDocument((_document, text) => {
      const named = [...text.matchAll(PATH)].map(([path]) => path);
      expect(named.filter((path) => !isThere(path))).toEqual([]);
    }));

  it('links only to what is there', () =>
    eachDocument((document, text) => {
      const linked = [...text.matchAll(LINK)].map(([, target = '']) => join(dirname(document), target));
      expect(linked.filter((path) => !isThere(path))).toEqual([]);
    }));
});

it('README.md links to nothing that the package lacks, but its picture', () => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] };
  const linked = [...read('README.md').matchAll(LINK)].map(([, target = '']) => target);
  const isPacked = (path: string): boolean =>
    files.some((file) => path === file || path.startsWith(`${file}/`)) || /^docs\/.*\.md$/.test(path);
  expect(files).toContain('docs/**/*.md');
  expect(linked.filter((path) => !isPacked(path) && !path.endsWith('.png'))).toEqual([]);
});

it('docs/images has the pictures that a document shows, and no others', () => {
  const shown = documents.flatMap((document) => read(document).match(/(?<=images\/)[\w-]+\.png/g) ?? []);
  expect(readdirSync(join(PROJECT, 'docs/images')).sort()).toEqual([...new Set(shown)].sort());
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
    expect(tests.filter((name) => !isTest(name) && !isThere(`test/${name}`))).toEqual([]);
  }
});

describe('docs/internals/expectations.md', () => {
  const sections = read('docs/internals/expectations.md').split('\n## ').slice(1);
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
    for (const [, , , tests = '', met = ''] of rows) {
      const names = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      expect(names.length > 0 || met.startsWith('no')).toBe(true);
      expect(names.filter((name) => !isTest(name))).toEqual([]);
      expect(met).toMatch(/^(yes|partly: .+|no: .+)/);
    }
  });
});

it('docs/reference.md names every code that an error may have', () => {
  const [, part = ''] = /`code` is one of (.*?)\n\n/s.exec(read('docs/reference.md')) ?? [];
  const failures = ['src/operations/failure.ts', 'src/cli/command-failure.ts'].map(read).join('');
  const codes = [...failures.matchAll(/(?:code: |\w, )'(\w+)'/g)].map(([, code = '']) => code);
  expect(codes.length).toBeGreaterThan(14);
  expect(codes.filter((code) => !part.includes(`\`${code}\``))).toEqual([]);
});

describe('docs/api.md', () => {
  const text = read('docs/api.md');

  it('names every code with which the gateway refuses a request', () => {
    const sources = readdirSync(join(PROJECT, 'src/gateway/console-api')).map(
      (name) => `console-api/${name}`,
    );
    const refusals = ['http-app.ts', 'file-routes.ts', 'api-route.ts', 'tool-routes.ts', ...sources]
      .flatMap((name) => [
        ...read(`src/gateway/${name}`).matchAll(/refus(?:e|al)\([^'`;]*?(\d{3}),\s*'(\w+)'/g),
      ])
      .map(([, status = '', code = '']) => ({ status, code }));
    expect(refusals.length).toBeGreaterThan(12);
    const isTold = ({ status, code }: { status: string; code: string }): boolean =>
      text
        .split('\n')
        .some(
          (row) => row.startsWith('| ') && row.split('|')[1]?.includes(status) && row.includes(`\`${code}\``),
        );
    expect(refusals.filter((one) => !isTold(one))).toEqual([]);
  });
  const rowOf = (title: string, name: string): string => {
    const [part = ''] = text.slice(text.indexOf(title)).split(/\n(?=##+ )/);
    return part.split('\n').find((row) => row.startsWith(`| \`${name}\` `)) ?? '';
  };
  const fieldsOf = (schema: object): string[] => ('shape' in schema ? Object.keys(schema.shape ?? {}) : []);
  const said = Object.values(messages);

  it('names every message to a workflow, or the page for maintainers does', () => {
    const both = text + read('docs/internals/architecture.md');
    expect(said.map(({ name }) => name).filter((name) => !both.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(Object.entries(releaseSignals))('has every field of the signal %s', (signal, message) => {
    const row = rowOf('### Signals', signal);
    expect(row).not.toBe('');
    const fields = message === null ? [] : fieldsOf(messageSchemas[message]);
    expect(fields.filter((field) => !row.includes(`"${field}"`))).toEqual([]);
  });

  const updates = Object.entries(messageSchemas).filter(([message]) =>
    said.some(({ type, name }) => type === 'update' && name === message),
  );
  it.each(updates)('has every field of the update %s', (update, schema) => {
    const row = rowOf('### Updates', update);
    const fields = fieldsOf(schema).filter((field) => field !== 'by');
    expect(row).not.toBe('');
    expect(fields.filter((field) => !row.includes(`\`${field}\``))).toEqual([]);
  });
});

it('docs/internals/architecture.md has every room of src', () => {
  const text = read('docs/internals/architecture.md');
  const rooms = readdirSync(join(PROJECT, 'src'), { withFileTypes: true });
  const names = rooms.map((entry) => `\`src/${entry.name}${entry.isDirectory() ? '/' : ''}\``);
  expect(names.filter((name) => !text.includes(`| ${name} `))).toEqual([]);
});

describe('tables', () => {
  const rowOf = (page: string, name: string): string =>
    read(page)
      .split('\n')
      .find((line) => line.startsWith(`| ${name} `)) ?? '';

  it.each(sourceFormats)('docs/formats.md has $name with all its endings', ({ name, extensions }) => {
    const row = rowOf('docs/formats.md', name);
    expect(extensions.filter((extension) => !row.includes(`\`${extension}\``))).toEqual([]);
  });

  it.each(exportFormatNames)('docs/formats.md has the export format %s with the name of its file', (name) => {
    const { file } = exportFormats[name];
    expect(rowOf('docs/formats.md', `\`${name}\``)).toContain(
      `\`${typeof file === 'string' ? file : file('zh-cn')}\``,
    );
  });

  it('docs/release-file.md has every key of a release file', () => {
    const text = read('docs/release-file.md');
    const shapeOf = (schema: unknown): Record<string, unknown> =>
      (schema as { shape?: Record<string, unknown> }).shape ?? {};
    expect(Object.keys(shapeOf(releaseSpec)).length).toBeGreaterThan(10);
    const missing = Object.keys(shapeOf(releaseSpec)).filter((key) => !new RegExp(`\`${key}\\b`).test(text));
    expect(missing).toEqual([]);
  });
});

describe('docs/reference.md', () => {
  const page = read('docs/reference.md');

  it('has a row for every variable, and for no other', () => {
    /** Read by commands alone, or by what draws on a terminal. */
    const ofCommands = ['LOCRELEASE_CONTEXT', 'LOCRELEASE_ERRORS', 'NO_COLOR'];
    const rows = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual([...knownVariables(scratch.path('')), ...ofCommands].sort());
  });

  it('has the defaults', () => {
    const configWith = (env: Record<string, string>): string =>
      JSON.stringify(readConfig(env, scratch.path('')));
    const shown = [...page.matchAll(/^\| `([A-Z0-9_]+)` .*\| `([^`]+)` *\|$/gm)];
    expect(shown.length).toBeGreaterThan(5);
    for (const [, name = '', value = ''] of shown)
      expect([name, configWith({ [name]: value })]).toEqual([name, configWith({})]);
  });

  it('has every command', async () => {
    const program = createProgram();
    await defineAll(program);
    const [, table = ''] = /^## Commands\n(.*?)^## /ms.exec(page) ?? [];
    const rows = table.split('\n').filter((line) => line.startsWith('| '));
    const missing = commands()
      .map((command) => command.name())
      .filter((name) => name !== 'help' && !rows.some((row) => row.includes(`\`${name}`)));
    expect(missing).toEqual([]);
  });
});

describe('docs/running.md', () => {
  const page = read('docs/running.md');
  const cloud = page.slice(page.indexOf('## Temporal Cloud'), page.indexOf('## Workers'));

  it('names every variable that the library of Temporal reads, and no other', () => {
    const variablesIn = (text: string): Set<string> => new Set(text.match(/\bTEMPORAL_[A-Z_]*[A-Z]/g));
    const library = require.resolve('@temporalio/envconfig/lib/envconfig-toml');
    expect(variablesIn(cloud)).toEqual(variablesIn(readFileSync(library, 'utf8')));
  });

  it('lists the search attributes to create', () => {
    const created = [...cloud.matchAll(/"(\w+)=(Keyword|Datetime)"/g)];
    expect(Object.fromEntries(created.map(([, name, type]) => [name, type]))).toEqual(searchAttributeTypes);
  });

  it('has settings that lead there: TLS with an API key, and with a certificate', () => {
    const base = { TEMPORAL_ADDRESS: 'x.example:7233', TEMPORAL_NAMESPACE: 'game.a1b2c' };
    expect(temporalAddress({ ...base, TEMPORAL_API_KEY: 'a-key' })).toMatchObject({
      connectionOptions: { address: 'x.example:7233', apiKey: 'a-key', tls: true },
      namespace: 'game.a1b2c',
    });
    const own = { TEMPORAL_TLS_CLIENT_CERT_DATA: 'crt', TEMPORAL_TLS_CLIENT_KEY_DATA: 'key' };
    expect(temporalAddress({ ...base, ...own })).toMatchObject({
      connectionOptions: { tls: { clientCertPair: { crt: Buffer.from('crt'), key: Buffer.from('key') } } },
    });
  });
});
