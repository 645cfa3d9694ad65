/** A directory where a file is wanted, a file where a directory is wanted, and what is not there. */
import { cli } from '../../support/cli';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const nowhere = 'http://127.0.0.1:1';
const services = {
  LOCALIZATION_BASE_URL: nowhere,
  LOCALIZATION_APP_KEY: 'key',
  LOCALIZATION_APP_SECRET: 'secret-of-the-test',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  LOCRELEASE_ANSWER_TIMEOUT: '1s',
};

const readers: readonly (readonly [string, (path: string) => string[]])[] = [
  ['plan', (path) => ['plan', path]],
  ['start', (path) => ['start', path]],
  ['amend', (path) => ['amend', 'game', path]],
  ['terms apply', (path) => ['terms', 'apply', 'game', path]],
  ['termbase upload', (path) => ['termbase', 'upload', path]],
  ['termbase update', (path) => ['termbase', 'update', '--file', path]],
  ['schedule apply', (path) => ['schedule', 'apply', path]],
  ['sandbox --profile', (path) => ['sandbox', '--profile', path]],
];
const missing = ['a file that is not there', 'nothing.yaml', /does not exist|must be a/] as const;
const places = [
  missing,
  ['a directory', 'directory.yaml', /is a directory, not a file/],
  ['what is below a file', 'file.txt/release.yaml', /is a file, or has one in its path/],
] as const;

beforeEach(async () => {
  await scratch.write('file.txt', 'text');
  await scratch.write('directory.yaml/inner', 'text');
});

it.each(readers.flatMap(([name, words]) => places.map((place) => [name, ...place, words] as const)))(
  '%s says of %s what it is',
  async (_name, _what, path, said, words) => {
    await expectPlain(words(scratch.path(path)), scratch.path(path), said);
  },
);

it.each([
  ['init', (file: string) => ['init', file], /is a file, or has one in its path/],
  ['init below it', (file: string) => ['init', `${file}/game`], /is a file, or has one in its path/],
  [
    'probe --record',
    (file: string) => ['service', 'probe', '--record', file],
    /is a file, or has one in its path/,
  ],
  ['sandbox --replay', (file: string) => ['sandbox', '--replay', file], /is a file, or has one in its path/],
  ['store copy from it', (file: string) => ['store', 'copy', file, `${file}-2`], /is a file, or has one in/],
])('%s says of a file that it is no directory', async (_name, words, said) => {
  const file = scratch.path('file.txt');
  await expectPlain(words(file), file, said);
});

it.each([
  ['start', ['start'], 'started'],
  ['amend', ['amend', 'game'], 'changed'],
  ['terms apply', ['terms', 'apply', 'game'], 'changed'],
  ['termbase upload', ['termbase', 'upload'], 'uploaded'],
  ['termbase update', ['termbase', 'update', '--file'], 'changed'],
  ['schedule apply', ['schedule', 'apply'], 'applied'],
  ['service task create', ['service', 'task', 'create'], 'created'],
])('%s says what it left undone for a file that is wrong', async (_name, words, done) => {
  const file = await scratch.write('wrong.yaml', '[');
  for (const path of [file, scratch.path('nothing.yaml')]) {
    const { code, stderr } = await cli([...words, path], services);
    expect(code).toBe(2);
    expect(stderr.match(/Nothing was \w+\./g)).toEqual([`Nothing was ${done}.`]);
  }
});

it('init says of a directory that cannot be made that it cannot', async () => {
  const { code, stderr } = await cli(['init', '/proc/x']);
  expect(code).toBe(2);
  expect(stderr).toContain('Cannot write /proc/x/release.yaml: its directory cannot be created there.');
});

it('a store is not copied into a file', async () => {
  await scratch.write(`store/ab/${'ab'.padEnd(64, '0')}`, '');
  const file = scratch.path('file.txt');
  await expectPlain(
    ['store', 'copy', scratch.path('store'), file],
    file,
    /is a file, or has one in its path/,
  );
});

it('the configuration file is no directory', async () => {
  const path = scratch.path('directory.yaml');
  await expectPlain(['doctor'], path, /LOCRELEASE_CONFIG: .*is a directory, not a file/, {
    LOCRELEASE_CONFIG: path,
  });
});

it('contexts are not kept below a file', async () => {
  const path = scratch.path('file.txt');
  await expectPlain(['auth', 'list'], path, /is a file, or has one in its path/, {
    XDG_CONFIG_HOME: path,
    LOCRELEASE_CONTEXT: '',
  });
});

/** In one sentence for a person: no code of the system, and no stack. */
async function expectPlain(
  words: readonly string[],
  path: string,
  said: RegExp,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code, stdout, stderr } = await cli(words, { ...services, ...env });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(said);
  expect(stderr).toContain(path);
  expect(stderr).not.toMatch(/\b(ENOENT|ENOTDIR|EISDIR|EEXIST|EACCES)\b|\n {4}at /);
}
