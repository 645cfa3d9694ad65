/** Access to gateways: signing in and out, which saves contexts (address and token), and tokens for operators. */
import { text as textOf } from 'node:stream/consumers';
import type { Command } from 'commander';
import { dump } from 'js-yaml';
import { BadRequest } from '../client/errors';
import { configPath } from '../config/config';
import { operatorNameFault, roles, type Role } from '../domain/roles';
import { sentence } from '../domain/text/sentence';
import { withoutSlash } from '../domain/text/without-slash';
import { newToken, tokenHash } from '../gateway/operator-tokens';
import { baseUrlFault } from '../http/base-url';
import { headerCredentialFault } from '../http/secret';
import { GatewayBackend } from '../operations/gateway-backend';
import { add } from './command';
import { flag, oneOf, otherwise, required, text } from './command-options';
import { contextName, contextsFile, NO_CONTEXT, readContexts, writeContexts } from './saved-contexts';
import { Table } from './terminal/table';
import { writeStderr, type Terminal } from './terminal/terminal';
import { typedToken } from './terminal/ask';
import { writeOperator } from './write-operator';

const loginHelp = `The token is asked for, or read from standard input. It is never given on the line, where others could see it. It is
kept in a file that only you can read.`;

const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export function auth(parent: Command): void {
  add(parent, 'login [name]', {
    description:
      'Sign in to a gateway. Commands are done there from then on, and need neither Temporal nor the store.',
    options: { server: required(text('<url>', 'Address of the gateway, as for the console.')) },
    help: loginHelp,
    examples: [
      'auth login production --server https://locrelease.example.com',
      'auth login < token.txt --server http://127.0.0.1:8088',
    ],
    runAlone: logIn,
  });
  add(parent, 'logout [name]', {
    description: 'Remove the token of a gateway.',
    examples: ['auth logout production'],
    runAlone: logOut,
  });
  add(parent, 'use <name>', {
    description: `Have commands done at this gateway from now on, or with "${NO_CONTEXT}" on this machine.`,
    examples: ['auth use production'],
    runAlone: use,
  });
  add(parent, 'list', {
    description: 'List the gateways that you have signed in to.',
    options: table.options,
    examples: ['auth list'],
    runAlone: (terminal, options) => {
      const { current, contexts } = readContexts();
      const all = Object.entries(contexts).map(([name, { server, operator }]) => ({
        name,
        server,
        operator,
        current: name === current,
      }));
      const none = 'No contexts. "locrelease auth login" makes one.';
      table.write(terminal, 'contexts', all, options, { none });
    },
  });
  add(parent, 'token <name>', {
    description: 'Create a token for an operator, and the lines for the configuration file.',
    options: {
      role: otherwise(
        oneOf('<role>', 'What the operator may do. Each role includes the ones before it.', roles),
        'review',
      ),
      write: flag('Write the operator into the configuration file. An operator that is there is kept.'),
    },
    examples: ['auth token olga --role review --write'],
    runAlone: createToken,
  });
}

async function logIn(terminal: Terminal, options: { server: string }, name?: string): Promise<void> {
  const server = checkedServer(options.server);
  const context = checkedName(name ?? new URL(server).hostname);
  const token = checkedToken(process.stdin.isTTY ? await typedToken() : (await textOf(process.stdin)).trim());
  const backend = new GatewayBackend({ server, token, tokenFrom: 'The token' }, undefined);
  const { name: operator } = await backend.ask('whoAmI', {});
  const { contexts } = readContexts();
  await writeContexts({
    current: context,
    contexts: { ...contexts, [context]: { server, operator, token } },
  });
  terminal.data(
    { context, server, operator },
    () => `Signed in to ${server} as ${operator}. Commands are done there from now on (context ${context}).`,
  );
}

async function logOut(terminal: Terminal, _options: object, name?: string): Promise<void> {
  const { current, contexts } = readContexts();
  const context = name ?? current;
  if (context === null) throw new BadRequest('You are not signed in anywhere. Nothing was done.');
  const { [context]: gone, ...kept } = contexts;
  if (gone === undefined) throw noContext(context);
  await writeContexts({ current: current === context ? null : current, contexts: kept });
  terminal.data(
    { context, server: gone.server },
    () =>
      `Signed out of ${gone.server}. The token is removed from ${contextsFile()}. It stays valid until it is taken out of the configuration of the gateway.`,
  );
}

async function use(terminal: Terminal, _options: object, name: string): Promise<void> {
  const { contexts } = readContexts();
  const chosen = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (chosen === undefined && name !== NO_CONTEXT) throw noContext(name);
  await writeContexts({ current: chosen === undefined ? null : name, contexts });
  const server = chosen?.server ?? null;
  terminal.data(
    { context: name, server },
    () => `Commands are done ${server === null ? 'on this machine' : `at ${server}`} from now on.`,
  );
}

async function createToken(
  terminal: Terminal,
  { role, write }: { role: Role; write?: boolean },
  name: string,
): Promise<void> {
  const fault = operatorNameFault(name);
  if (fault !== null) throw new BadRequest(`The name ${fault}. Nothing was created.`);
  const token = newToken();
  const operator = { role, token: `sha256:${tokenHash(token)}` };
  const config = { operators: { [name]: operator } };
  const file = configPath();
  if (write) await writeOperator(file, name, operator);
  const next = write
    ? [`${file} has the operator now, with the hash of the token. Restart the gateway.`]
    : [
        `Add these lines to ${file}, or let "--write" do it, then restart the gateway. The file keeps only the hash:`,
        '',
        dump(config, { lineWidth: -1 }).trimEnd(),
      ];
  terminal.data({ token, config }, () =>
    [`Token for ${name} (shown only once): ${token}`, '', ...next].join('\n'),
  );
}

function noContext(name: string): BadRequest {
  return new BadRequest(`There is no context ${name}. Nothing was done. "locrelease auth list" shows all.`);
}

function checkedServer(given: string): string {
  const fault = baseUrlFault(given);
  if (fault !== null) throw new BadRequest(`--server ${sentence(fault)} Nothing was saved.`);
  const { protocol, hostname } = new URL(given);
  if (protocol === 'http:' && !LOCAL_HOST.test(hostname))
    writeStderr(
      `Warning: ${given} is not encrypted. Others on the way can read the token and all that you do.`,
    );
  return withoutSlash(given);
}

function checkedName(name: string): string {
  if (contextName.test(name) && name !== NO_CONTEXT) return name;
  throw new BadRequest(
    `A context cannot be called "${name}". Use letters, digits, dots and hyphens. Nothing was saved.`,
  );
}

function checkedToken(token: string): string {
  const fault = token === '' ? 'is missing' : headerCredentialFault(token);
  if (fault === null) return token;
  throw new BadRequest(`The token ${sentence(fault)} Nothing was saved. Give it on standard input.`);
}

const table = new Table<{ name: string; server: string; operator: string; current: boolean }>([
  { name: 'current', value: ({ current }) => (current ? '*' : '') },
  'name',
  'operator',
  { name: 'server', flexible: true },
]);
