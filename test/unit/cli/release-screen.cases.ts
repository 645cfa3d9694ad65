/** What `watch` draws while Temporal is away, by a clock that the test sets. */
import { ReleaseScreen } from '../../../src/cli/release/release-screen';
import type { ReleaseView } from '../../../src/domain/release/status';
import { EmulatedScreen } from '../../support/screen';
import { reviewed, translating } from '../../support/watched-release';

const AT = Date.parse('2026-12-01T09:04:10.000Z');

let terminal: EmulatedScreen;
let screen: ReleaseScreen;
beforeEach(() => {
  // The emulator needs all other timers as they are.
  jest.useFakeTimers({
    now: AT,
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'],
  });
  terminal = new EmulatedScreen(100, 30);
  screen = new ReleaseScreen(terminal.stream, {
    pastOf: () => Promise.resolve([]),
    linkOf: () => translating.link,
  });
});
afterEach(() => {
  screen.close();
  jest.useRealTimers();
});

const look = (view: ReleaseView): void => screen.following.onPoll?.(view);
const silence = (): void => screen.following.onSilence?.(null);
const seen = async (): Promise<string> => (await terminal.copied()).replace(/\s+/g, ' ');

it('tells an outage from when the release was last seen, and counts on by itself', async () => {
  look(translating.view);
  expect(await seen()).not.toContain('does not answer');
  jest.advanceTimersByTime(12_000);
  silence();
  expect(await seen()).toContain(
    'Temporal does not answer (12 s so far). The release is kept. Trying again. What is shown is how it was at 09:04:10',
  );
  jest.advanceTimersByTime(60_000);
  silence();
  expect(await seen()).toContain('Temporal does not answer (1 min 12 s so far).');
  jest.advanceTimersByTime(1_000);
  expect(await seen()).toContain('Temporal does not answer (1 min 13 s so far).');
});

it('tells no outage any more once the release is seen again', async () => {
  look(translating.view);
  silence();
  look(reviewed.view);
  const now = await seen();
  expect(now).not.toContain('does not answer');
  expect(now).toContain('locrelease terms confirm default/game-2.4.0');
});

it('draws nothing before it has seen anything, and nothing after its end', async () => {
  silence();
  expect((await seen()).trim()).toBe('');
  look(translating.view);
  screen.close();
  const write = jest.spyOn(terminal, 'write');
  jest.advanceTimersByTime(5_000);
  expect(write).not.toHaveBeenCalled();
});
