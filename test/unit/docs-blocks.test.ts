/** Every fenced block of what users read, by its language: commands against their definitions, files against their schemas. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/program';
import { readConfig } from '../../src/config/config';
import type { Notice } from '../../src/domain/notices/notice-schema';
import { Secret } from '../../src/http/secret';
import { deliver } from '../../src/notices/deliver';
import { faultSubjects, faultActions } from '../../src/sandbox/faults';
import { sandboxProfile } from '../../src/sandbox/profile';
import { readingsById } from '../../src/sandbox/readings/catalogue';
import { readReleaseText } from '../../src/source/read-release-file';
import { readScheduleFile } from '../../src/source/read-schedule-file';
import { readSource } from '../support/read-source';
import { useScratch } from '../support/scratch';
import { expectEach } from '../support/expect-each';

const PROJECT = join(__dirname, '../..');
const scratch = useScratch();
const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
const pagesIn = (directory: string): string[] =>
  readdirSync(join(PROJECT, directory))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${directory}/${name}`);

interface Block {
  at: string;
  language: string;
  text: string;
  /** The last line before it: the name of an example of a source file. */
  title: string;
  page: string;
}

/** Also those within a list, which are indented. */
const FENCED = /^( *)```(\w*)\n([^]*?)^ *```$/gm;

const pages = ['README.md', ...pagesIn('docs'), ...pagesIn('docs/runbooks')];
const blocks = pages.flatMap((page) => {
  const text = read(page);
  return [...text.matchAll(FENCED)].map(([, indent = '', language = '', body = ''], index): Block => {
    const before = text
      .slice(0, [...text.matchAll(FENCED)][index]?.index)
      .trimEnd()
      .split('\n');
    const title = before.at(-1) ?? '';
    const at = `${page}:${text.slice(0, [...text.matchAll(FENCED)][index]?.index).split('\n').length}`;
    return { at, language, text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), title, page };
  });
});
const blocksOf = (...languages: string[]): [string, Block][] =>
  blocks.filter(({ language }) => languages.includes(language)).map((block) => [block.at, block]);

it('each block is of a language that is checked here, or of one that is only shown', () => {
  const checked = ['sh', 'yaml', 'json', 'js'];
  const examplesOfSources = ['po', 'c', 'xml', 'properties', 'ini', 'csv'];
  const shown = ['', 'python'];
  const known = [...checked, ...examplesOfSources, ...shown];
  expect(blocks.length).toBeGreaterThan(80);
  expect(blocks.filter(({ language }) => !known.includes(language)).map(({ at }) => at)).toEqual([]);
});

describe('commands', () => {
  /** Programs of others. What they do is not checked. */
  const notRun = new Set([
    ...['cat', 'cd', 'cp', 'curl', 'echo', 'exit', 'export', 'grep', 'kind', 'mkdir'],
    ...['openssl', 'python', 'sed', 'source', 'tcld', 'temporal'],
  ]);

  it('of every block are ours or known, and are called as they can be', () =>
    expectEach(
      blocksOf('sh').flatMap(([at, { text }]) => commandsIn(text).map((words) => ({ at, words }))),
      ({ at, words }) => `${at} ${words.join(' ')}`,
      async ({ words }) => expect(await faultOf(words)).toBeNull(),
    ));

  it('in the text of every page are commands and options that there are', () =>
    expectEach(
      pages.flatMap((page) =>
        [...read(page).matchAll(/`locrelease ([^`]+)`/g)].map(([, words = '']) => ({ page, words })),
      ),
      ({ page, words }) => `${page} ${words}`,
      async ({ words }) => expect(await unknownIn(wordsIn(words))).toBeNull(),
    ));

  it('a wrong option, command or number of arguments is a fault', async () => {
    expect(await faultOf(['locrelease', 'start', 'release.yaml', '--wait', '--timeout', '2h'])).toBeNull();
    expect(await faultOf(['npx', 'locrelease', 'start', 'release.yaml', '--waits'])).toMatch('--waits');
    expect(await faultOf(['locrelease', 'terms', 'approve', 'game-2.4.0'])).not.toBeNull();
    expect(await faultOf(['locrelease', 'status'])).not.toBeNull();
    expect(await faultOf(['npm', 'run', 'nothing'])).toBe('no such script');
    expect(await faultOf(['rm', '-rf', '.'])).toBe('neither ours nor known');
    expect(await unknownIn(['start', '--waits'])).toMatch('--waits');
    expect(commandsIn('a "b c" \\\n  d # e\nA=1 f && g | h')).toEqual([
      ['a', 'b c', 'd'],
      ['f'],
      ['g'],
      ['h'],
    ]);
  });

  /** Why a command cannot be given so, or null. Of ours the definition itself decides. */
  async function faultOf([program = '', ...words]: readonly string[]): Promise<string | null> {
    if (program === 'locrelease') return refusal(words);
    if (program === 'npx') return faultOf(words);
    if (program === 'docker') return composed(words);
    if (program === 'npm') return scriptFault(words);
    if (program === 'kubectl') {
      const at = words.indexOf('-k');
      const path = words[at + 1] ?? '';
      return at < 0 || !path.startsWith('deploy/') || existsSync(join(PROJECT, path)) ? null : `no ${path}`;
    }
    return notRun.has(program) ? null : 'neither ours nor known';
  }

  /** `docker compose run --rm cli …` gives a command of ours. */
  function composed(words: readonly string[]): Promise<string | null> {
    const given = words.includes('--entrypoint') ? -1 : words.indexOf('cli');
    return given < 0 ? Promise.resolve(null) : refusal(words.slice(given + 1));
  }

  function scriptFault([first = '', script = '']: readonly string[]): string | null {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    if (first === 'ci') return null;
    return Object.hasOwn(scripts, first === 'run' ? script : first) ? null : 'no such script';
  }
});

class Understood extends Error {}

/** Parses a command as the program does, up to the point where it would be done. */
async function refusal(words: readonly string[]): Promise<string | null> {
  const program = createProgram().hook('preAction', () => {
    throw new Understood();
  });
  const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return 'does nothing';
  } catch (error) {
    return error instanceof Understood ? null : String(error);
  } finally {
    write.mockRestore();
  }
}

/** Of a command that a sentence names, perhaps without what it needs. */
async function unknownIn(words: readonly string[]): Promise<string | null> {
  const reason = await refusal(words.filter((word) => !/^\[|…/.test(word)));
  return reason === null || !/unknown (option|command)|no command/i.test(reason) ? null : reason;
}

/** The commands of a script, each as its words. */
function commandsIn(script: string): string[][] {
  const text = script
    .replaceAll('\\\n', ' ')
    .replaceAll(/^case .*?^esac$/gms, '')
    .replaceAll(/<\((.*?)\)/g, '\n$1\n');
  return text.split('\n').flatMap((line) => {
    const commands: string[][] = [[]];
    for (const word of wordsIn(line))
      if (/^(\|\|?|&&|;)$/.test(word)) commands.push([]);
      else commands.at(-1)?.push(word);
    return commands
      .map((words) => words.slice(words.findIndex((word) => !/^[A-Z_a-z]+=/.test(word))))
      .filter(([first = '']) => first !== '' && !/^[A-Z_a-z]+=/.test(first));
  });
}

function wordsIn(line: string): string[] {
  const words = [...line.matchAll(/(?:^|\s)(#.*$)|(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'])+/g)];
  const comment = words.findIndex(([, text]) => text !== undefined);
  return (comment < 0 ? words : words.slice(0, comment))
    .map(([word]) => word.trim().replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, '$1$2'))
    .filter((word, at, all) => !/^[<>]/.test(word) && !/^[<>]$/.test(all[at - 1] ?? ''));
}

describe('files', () => {
  const asKeys = (value: unknown): string[] => Object.keys(value as object);
  const releaseKeys = ['source', 'terms', 'export', 'announce', 'budget', 'targetLanguages'];
  const least = { name: 'game', source: { file: 'en.json' }, targetLanguages: ['ja'] };
  const variables = {
    OPS_HOOK_URL: 'https://hooks.example',
    OPS_HOOK_SECRET: 'x'.repeat(32),
    MAIL_FROM: 'a@example.org',
    SLACK_HOOK_URL: 'https://slack.example',
    SMTP_URL: 'smtps://mail.example',
    HOOK_URL: 'https://hooks.example',
    HOOK_SECRET: 'x'.repeat(32),
  };

  async function check({ page, text, title }: Block): Promise<void> {
    const content: unknown = parse(text);
    const keys = asKeys(content);
    if (title.startsWith('`')) return;
    if (page === 'docs/sandbox.md') sandboxProfile.parse(content);
    else if (Array.isArray(content)) checkAction(content as { with: object }[]);
    else if (keys.includes('triggers')) expect(page).toBe('docs/running.md');
    else if (keys.includes('schedules')) {
      await scratch.write('release.yaml', JSON.stringify(least));
      await readScheduleFile(await scratch.write('schedules.yaml', text));
    } else if (keys.some((key) => releaseKeys.includes(key)))
      readReleaseText(page, JSON.stringify({ ...least, ...(content as object) }));
    else {
      await scratch.write('locrelease.config.yaml', text);
      readConfig(variables, scratch.path('')).noticeRoutes();
    }
  }

  function checkAction(steps: readonly { with: object }[]): void {
    const { inputs } = parse(read('action.yml')) as { inputs: object };
    for (const step of steps) expect(Object.keys(inputs)).toEqual(expect.arrayContaining(asKeys(step.with)));
  }

  it('in every block of YAML is as the product reads it', () =>
    expectEach(
      blocksOf('yaml'),
      ([at]) => at,
      ([, block]) => check(block),
    ));

  it('a wrong key, or a wrong value, is a fault', async () => {
    const block = (page: string, text: string): Block => ({
      at: '',
      language: 'yaml',
      text,
      title: '',
      page,
    });
    await expect(check(block('docs/sandbox.md', 'sped: 10'))).rejects.toThrow();
    await expect(check(block('docs/review.md', 'policies: { sixEyes: true }'))).rejects.toThrow();
    await expect(check(block('docs/release-file.md', 'export: { mode: many }'))).rejects.toThrow();
    await expect(check(block('docs/ci.md', '- with: { path: x }'))).rejects.toThrow();
  });

  it('in every block of JSON can be read, and calls commands as they can be', () =>
    expectEach(
      blocksOf('json'),
      ([at]) => at,
      async ([, { text }]) => {
        const content = JSON.parse(text) as { mcpServers?: { locrelease: { args: string[] } } };
        const [, ...words] = content.mcpServers?.locrelease.args ?? ['', 'status', 'game'];
        expect(await refusal(words)).toBeNull();
      },
    ));

  it('the configuration file of the reference is understood as it reads', async () => {
    const [, page = ''] = read('docs/reference.md').split('## The configuration file');
    await scratch.write('locrelease.config.yaml', /```yaml\n(.*?)```/s.exec(page)?.[1] ?? '');
    const config = readConfig({}, scratch.path(''));
    expect(config.projectNames).toEqual(['default', 'console-game']);
    expect(config.operators.get('olga')?.role).toBe('review');
    expect(config.fourEyes).toBe(true);
    expect(config.quietHours).toEqual({ fromMinute: 22 * 60, toMinute: 7 * 60, timezone: 'Europe/Berlin' });
    expect(config.console).toMatchObject({
      environment: 'production',
      proxy: { header: 'x-forwarded-user' },
    });
    expect(config.trustedProxies).toEqual(['10.0.0.0/24']);
    expect(config.notices.routes.map(({ channel }) => channel.kind)).toEqual(['slack', 'mail', 'webhook']);
    expect(config.exportsRoot).toBe('/srv/exports');
    expect(config.prices).toMatchObject({ currency: 'EUR', byLanguage: { ja: 0.03 } });
    expect(config.limits.localization).toEqual({ most: 10, perMs: 1000 });
  });
});

describe('docs/sandbox.md', () => {
  const page = read('docs/sandbox.md');
  const profiles = blocks.filter(({ page: at, language }) => at === 'docs/sandbox.md' && language === 'yaml');

  it('has an example of every fault', () => {
    const shown = profiles.flatMap(({ text }) => sandboxProfile.parse(parse(text)).faults);
    const kindOf = (on: string): string => (on.includes(' /') ? 'request' : (on.split(' ')[0] ?? ''));
    const missing = Object.entries(faultActions).flatMap(([kind, actions]) =>
      Object.keys(actions).filter(
        (action) => !shown.some((rule) => kindOf(rule.on) === kind && rule.do === action),
      ),
    );
    expect(missing).toEqual([]);
    expect(faultSubjects.work.filter((work) => !page.includes(`\`${work}\``))).toEqual([]);
  });

  it('a profile can have each reading, each of its values', () =>
    expectEach(
      Object.entries(readingsById),
      ([id]) => id,
      ([id, values]) => {
        expect(read('docs/assumptions.md')).toContain(`### ${id}\n`);
        for (const value of values) expect(sandboxProfile.parse({ readings: { [id]: value } })).toBeDefined();
      },
    ));
});

describe('the examples of docs/formats.md', () => {
  const EXAMPLE = /^`([\w.]+)`:\n\n```\w+\n([^]*?)^```\n(?:\nThe ids are (.*)\.\n)?/gm;
  const examples = [...read('docs/formats.md').matchAll(EXAMPLE)];

  it('are of most formats', () => {
    expect(examples.length).toBeGreaterThan(7);
  });

  it.each(examples.map(([, name = '', text = '', ids]) => [name, text, ids] as const))(
    '%s is read without a warning, with the ids that the page names',
    async (name, text, ids) => {
      const warn = jest.fn();
      const strings = await readSource(await scratch.write(name, text), undefined, warn);
      expect(warn).not.toHaveBeenCalled();
      const named = ids && [...ids.matchAll(/`([^`]+)`/g)].map(([, id]) => id);
      if (named) expect(strings.map(({ string_id }) => string_id)).toEqual(named);
    },
  );
});

it('the receiver of docs/notices.md takes what a webhook is sent, and nothing that was changed', async () => {
  const page = read('docs/notices.md');
  const notice = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '') as Notice;
  const [, code = ''] = /```js\nimport [^\n]*\n(.*?)```/s.exec(page) ?? [];
  const isGenuine = runInNewContext(`${code}; isGenuine`, { createHmac, timingSafeEqual, Buffer }) as (
    header: unknown,
    body: string,
    key: string,
  ) => boolean;
  const received: { header: unknown; body: string }[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((parts) => {
      received.push({
        header: request.headers['x-locrelease-signature'],
        body: Buffer.concat(parts).toString(),
      });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new Secret(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await deliver({ receiver: { kind: 'webhook', url, secret: new Secret('a key') } }, [notice]);
  server.close();
  const [{ header, body } = { header: '', body: '' }] = received;
  expect(JSON.parse(body)).toEqual(notice);
  expect(isGenuine(header, body, 'a key')).toBe(true);
  expect(isGenuine(header, `${body} `, 'a key')).toBe(false);
  expect(isGenuine(header, body, 'another key')).toBe(false);
});
