import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { readConfig } from '../config/config';
import { deliver } from '../notices/deliver';
import { NotSent } from '../notices/not-sent';
import { testNotice } from '../notices/notice-text';
import { readRouteReports, type RouteReport } from '../notices/route-health';
import { outputOption } from './command-options';
import { exitCode } from './exit-code';
import { createTerminal } from './terminal';
import { withTemporal } from './with-temporal';

const NO_ROUTES =
  'No routes are set. People are told of nothing. Name some under "notices" in the configuration file.';

interface TriedRoute {
  route: string;
  sent: boolean;
  /** null where it was sent. */
  problem: string | null;
}

export function defineNoticesCommand(notices: Command): void {
  notices
    .command('test')
    .description(
      'Send a test notice on each route from this machine, and say how it went. Quiet hours are not kept.',
    )
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nExit code 0: all were sent. 8: one was not.\n\nExample:\n  locrelease notices test',
    )
    .action(async (options: { output: string }) => {
      const tried = await tryRoutes();
      createTerminal(options.output === 'json').data({ routes: tried }, ({ routes }) =>
        routes.length === 0 ? NO_ROUTES : routes.map(triedText).join('\n'),
      );
      process.exitCode = tried.every(({ sent }) => sent) ? exitCode.done : exitCode.service;
    });

  notices
    .command('list')
    .description('List the routes: what they want to know, and how they fare.')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease notices list')
    .action((options: { output: string }) =>
      withTemporal(async ({ client, config }) => {
        const routes = await readRouteReports(client, config);
        createTerminal(options.output === 'json').data({ routes }, ({ routes }) =>
          routes.length === 0 ? NO_ROUTES : routes.map(reportText).join('\n'),
        );
      }),
    );
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

function triedText({ route, sent, problem }: TriedRoute): string {
  return sent ? `sent    ${route}` : `FAILED  ${route}: ${problem ?? ''}`;
}

function reportText(report: RouteReport): string {
  const { route, events, projects, waiting, lastSentAt, failing, dropped, quietUntil } = report;
  return [
    `${failing === null ? 'ok' : 'FAILING'}  ${route}`,
    `  events     ${events.join(', ')}`,
    ...(projects === null ? [] : [`  projects   ${projects.join(', ')}`]),
    `  last sent  ${lastSentAt ?? 'nothing yet'}`,
    ...(waiting === 0
      ? []
      : [`  waiting    ${waiting}${quietUntil === null ? '' : `, quiet until ${quietUntil}`}`]),
    ...(failing === null
      ? []
      : [`  problem    ${failing.why} Since ${failing.since}, ${failing.attempts} attempts.`]),
    ...(dropped === null ? [] : [`  given up   ${dropped.count}, last at ${dropped.at}: ${dropped.why}`]),
  ].join('\n');
}
