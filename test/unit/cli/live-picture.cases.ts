/** The drawn screen in a terminal emulator. The files in `screens` are looked at and kept by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LivePicture } from '../../../src/cli/release/release-screen';
import { releasePicture, type Watched } from '../../../src/cli/release/release-picture';
import fc, { runs } from '../../support/fast-check';
import { announcedOn, releaseStatus } from '../../support/release-status';
import { EmulatedScreen } from '../../support/screen';
import { reviewed, retried, translating } from '../../support/watched-release';

const watched = { translating, reviewed, retried };
const kept = (name: string): string =>
  readFileSync(join(__dirname, 'screens', `${name}.txt`), 'utf8').trimEnd();
const seen = async (screen: EmulatedScreen): Promise<string> =>
  (await screen.cells())
    .map((row) => row.trimEnd())
    .join('\n')
    .trimEnd();

let picture: LivePicture;
afterEach(() => picture.close());

function drawn(what: Watched, screen: EmulatedScreen): LivePicture {
  picture = new LivePicture(screen.stream, (size) => releasePicture(what, size));
  picture.draw();
  return picture;
}

describe.each([
  [60, 15],
  [80, 24],
  [200, 50],
])('a terminal of %d×%d', (columns, rows) => {
  it.each(Object.entries(watched))('shows every cell of a release that is %s', async (name, what) => {
    const screen = new EmulatedScreen(columns, rows);
    drawn(what, screen);
    expect(await seen(screen)).toBe(kept(`${name}-${columns}x${rows}`));
  });

  it('shows the same after it was of another size, and leaves nothing behind', async () => {
    for (const [before, lower] of [
      [200, 50],
      [61, 9],
      [33, 40],
    ] as const) {
      const screen = new EmulatedScreen(before, lower);
      drawn(reviewed, screen);
      await screen.resize(columns, rows);
      expect(await seen(screen)).toBe(kept(`reviewed-${columns}x${rows}`));
      picture.close();
    }
  });

  it('shows the same where something else was drawn before', async () => {
    const screen = new EmulatedScreen(columns, rows);
    let what: Watched = retried;
    picture = new LivePicture(screen.stream, (size) => releasePicture(what, size));
    picture.draw();
    what = reviewed;
    picture.draw();
    expect(await seen(screen)).toBe(kept(`reviewed-${columns}x${rows}`));
  });
});

it('gives back the screen as it was, and the cursor, and draws nothing more', async () => {
  const screen = new EmulatedScreen(80, 24);
  screen.write('$ locrelease watch game\r\n');
  drawn(translating, screen).close();
  expect(await seen(screen)).toBe('$ locrelease watch game');
  expect(screen.isCursorHidden).toBe(false);
  await screen.resize(60, 15);
  expect(await seen(screen)).toBe('$ locrelease watch game');
});

it('hides the cursor while it draws, and gives it back when the process ends', () => {
  const screen = new EmulatedScreen(80, 24);
  drawn(translating, screen);
  expect(screen.isCursorHidden).toBe(true);
  process.emit('exit', 1);
  expect(screen.isCursorHidden).toBe(false);
});

it.each(['SIGTERM', 'SIGHUP'] as const)('gives the cursor back at %s, and ends by it', (signal) => {
  const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
  const screen = new EmulatedScreen(80, 24);
  drawn(translating, screen);
  process.emit(signal, signal);
  expect(screen.isCursorHidden).toBe(false);
  expect(kill).toHaveBeenCalledWith(process.pid, signal);
  expect(process.listenerCount(signal)).toBe(0);
  kill.mockRestore();
});

it('gives the terminal back at Ctrl-Z, and draws again when it goes on', async () => {
  const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
  const screen = new EmulatedScreen(80, 24);
  drawn(translating, screen);
  process.emit('SIGTSTP', 'SIGTSTP');
  expect(await seen(screen)).toBe('');
  expect(kill).toHaveBeenCalledWith(process.pid, 'SIGSTOP');
  process.emit('SIGCONT', 'SIGCONT');
  expect(await seen(screen)).toBe(kept('translating-80x24'));
  kill.mockRestore();
});

it('writes nothing where nothing has changed', () => {
  const screen = new EmulatedScreen(80, 24);
  drawn(translating, screen);
  const write = jest.spyOn(screen, 'write');
  picture.draw();
  expect(write).not.toHaveBeenCalled();
});

it('has a command that is too long wrapped by the terminal: copied, it is one line', async () => {
  const screen = new EmulatedScreen(40, 24);
  drawn(reviewed, screen);
  expect(await screen.copied()).toContain('locrelease terms confirm default/game-2.4.0\n');
});

it('has colours only where the terminal has them', async () => {
  const plain = new EmulatedScreen(80, 24, { hasColours: false });
  drawn(retried, plain);
  expect(await plain.coloursOf('Temporal does not answer')).toEqual(['none']);
  picture.close();
  const coloured = new EmulatedScreen(80, 24, { hasColours: true });
  drawn(retried, coloured);
  expect(await coloured.coloursOf('Temporal does not answer')).toEqual(['red']);
  expect(await coloured.coloursOf('It has been trying to')).toEqual(['yellow']);
  expect(await coloured.coloursOf('█')).toEqual(['green']);
  expect(await seen(coloured)).toBe(kept('retried-80x24'));
});

it('lets no text move its cursor', async () => {
  const hostile = {
    ...retried.view,
    worker: 'absent' as const,
    workerProblem: 'a\u001b[9A\u001b[0J\r\nb\tc',
  };
  const screen = new EmulatedScreen(80, 24);
  drawn({ ...retried, view: hostile }, screen);
  expect(await seen(screen)).toContain('\na\\u001b[9A\\u001b[0J b c The status shown');
});

describe('at any size', () => {
  const sizes = fc.record({
    columns: fc.integer({ min: 20, max: 220 }),
    rows: fc.integer({ min: 1, max: 60 }),
  });
  const words = fc.array(
    fc.constantFrom('word', '请求过于频繁', 'a-very-long-word-of-a-service-without-spaces', 'x'),
    {
      maxLength: 40,
    },
  );

  it('shows what was laid out, in as many rows and columns as there are', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.constantFrom(...Object.values(watched)), words, async (size, what, said) => {
        const view = { ...what.view, workerProblem: said.length === 0 ? null : said.join(' ') };
        const screen = new EmulatedScreen(size.columns, size.rows);
        const laidOut = releasePicture({ ...what, view }, size);
        drawn({ ...what, view }, screen);
        const expected = laidOut.map(({ text }) => text.trimEnd());
        expect(await screen.copied()).toBe(`${expected.join('\n').trimEnd()}\n`);
        expect(laidOut.reduce((height, row) => height + row.height, 0)).toBeLessThanOrEqual(size.rows);
        picture.close();
      }),
      runs(60),
    );
  });

  it.each([
    [80, 4],
    [60, 5],
    [20, 9],
  ])('of %d×%d, what is waited for and what to do stay to the last', async (columns, rows) => {
    const screen = new EmulatedScreen(columns, rows);
    drawn(reviewed, screen);
    const text = await screen.copied();
    expect(text).toMatch(/^default\/game-2\.4\.0\s+waiting/);
    expect(text).toMatch(/^An operator has to/m);
    expect(text).toMatch(/locrelease terms confirm default\/game-2\.4\.0/);
  });
});

it('tells what is known of each language and of each post', async () => {
  const view = releaseStatus({
    ...translating.view,
    stage: 'announce',
    progress: null,
    languages: ['ja', 'ko', 'fr', 'de', 'it'],
    export: {
      files: [],
      completeness: [
        { language: 'ja', percent: 100, missing: 0 },
        { language: 'ko', percent: 97.5, missing: 3 },
        { language: 'de', percent: null, missing: null },
        { language: 'it', percent: 100, missing: 0, otherCase: 4 },
      ],
    },
    announcement: announcedOn([
      { accountId: 'acc_1', platform: 'x', status: 'publishing', errorCode: null, message: null },
    ]),
  });
  const screen = new EmulatedScreen(120, 24);
  drawn({ ...translating, view }, screen);
  expect(await seen(screen)).toContain(
    'Languages: ja complete, ko 97.5 % (3 missing), fr, de unknown, it complete (4 matched without case)\n',
  );
  expect(await seen(screen)).toContain('\npost acc_1 (x) publishing\n');
});
