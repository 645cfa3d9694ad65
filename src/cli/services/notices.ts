import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { readConfig } from '../../config/config';
import { deliver } from '../../notices/deliver';
import { NotSent } from '../../notices/not-sent';
import { testNotice } from '../../notices/notice-text';
import type { NoticeRoute } from '../../protocol/console-api';
import { add } from '../command';
import { exitCode } from '../../domain/exit-code';
import { Table } from '../terminal/table';
import { joinedText, timeText } from '../terminal/terminal-form';
import { counted } from '../../domain/text/counted';

const NO_ROUTES =
  'No routes are set. No notices are sent. Name some under "notices" in the configuration file.';

interface TriedRoute {
  route: string;
  sent: boolean;
  problem: string | null;
}

export function notices(parent: Command): void {
  add(parent, 'test', {
    description:
      'Send a test notice on each route from this machine, and say how it went. Quiet hours are ignored.',
    help: 'Exit code 0: all were sent. 8: one was not.',
    examples: ['notices test'],
    runHere: async ({ terminal }) => {
      const tried = await tryRoutes();
      triedTable.write(terminal, 'routes', tried, {}, { none: NO_ROUTES });
      process.exitCode = tried.every(({ sent }) => sent) ? exitCode.done : exitCode.service;
    },
  });
  add(parent, 'list', {
    description: 'List the routes: their events, and whether sending works.',
    options: routeTable.options,
    examples: ['notices list'],
    runHere: async ({ ask, terminal }, options) => {
      const { routes } = await ask('notices', {});
      routeTable.write(terminal, 'routes', routes, options, { none: NO_ROUTES });
    },
  });
}

async function tryRoutes(): Promise<TriedRoute[]> {
  const config = readConfig();
  const at = new Date().toISOString();
  return Promise.all(
    config.noticeRoutes().map(async (route) => {
      const notice = testNotice(`test/${randomUUID()}`, at, route.label, config.consoleUrl);
      try {
        await deliver(route, [notice]);
        return { route: route.label, sent: true, problem: null };
      } catch (error) {
        if (!(error instanceof NotSent)) throw error;
        return { route: route.label, sent: false, problem: error.message };
      }
    }),
  );
}

const triedTable = new Table<TriedRoute>([
  { name: 'result', value: ({ sent }) => (sent ? 'sent' : 'FAILED') },
  'route',
  { name: 'problem', flexible: true },
]);

const routeTable = new Table<NoticeRoute>([
  { name: 'state', value: ({ failing }) => (failing === null ? 'ok' : 'FAILING') },
  'route',
  { name: 'last-sent', value: ({ lastSentAt }) => (lastSentAt === null ? 'never' : timeText(lastSentAt)) },
  'waiting',
  { name: 'problem', value: problemText, flexible: true },
  { name: 'events', flexible: true },
  { name: 'projects', value: ({ projects }) => projects?.join(', ') ?? 'all', flexible: true },
]);

function problemText({ failing, dropped, quietUntil, waiting }: NoticeRoute): string {
  return joinedText(
    ' ',
    failing && `${failing.why} Since ${timeText(failing.since)}, ${counted(failing.attempts, 'attempt')}.`,
    dropped && `Given up: ${dropped.count}, last at ${timeText(dropped.at)}: ${dropped.why}`,
    waiting > 0 && quietUntil !== null && `Quiet until ${timeText(quietUntil)}.`,
  );
}
