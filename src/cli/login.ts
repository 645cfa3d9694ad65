/** Signing in to a gateway, once: its address and the token are kept as a context. */
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { BadRequest } from '../client/errors';
import { GatewayBackend } from '../operations/gateway-backend';
import { sentence } from '../domain/sentence';
import { baseUrlFault } from '../http/base-url';
import { headerCredentialFault } from '../http/secret';
import { outputOption } from './command-options';
import { contextName, contextsFile, NO_CONTEXT, readContexts, writeContexts } from './saved-contexts';
import { withoutSlash } from '../domain/without-slash';
import { createTerminal, say } from './terminal';
import { typedToken } from './typed-token';

const help = `
The token is asked for, or read from standard input. It is never given on the line, where others could see it. It is
kept in a file that only you can read.

Examples:
  locrelease login production --server https://locrelease.example.com
  locrelease login < token.txt --server http://127.0.0.1:8088`;

const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export function defineLoginCommand(command: Command): void {
  command
    .requiredOption('--server <url>', 'Address of the gateway, as for the console.')
    .addOption(outputOption())
    .addHelpText('after', help)
    .action(async (name: string | undefined, options: { server: string; output: string }) => {
      const server = checkedServer(options.server);
      const context = checkedName(name ?? new URL(server).hostname);
      const token = checkedToken(
        process.stdin.isTTY ? await typedToken() : (await text(process.stdin)).trim(),
      );
      const backend = new GatewayBackend({ server, token, tokenFrom: 'The token' }, undefined);
      const { name: operator } = await backend.ask('whoAmI', {});
      const saved = readContexts();
      await writeContexts({
        current: context,
        contexts: { ...saved.contexts, [context]: { server, operator, token } },
      });
      createTerminal(options.output === 'json').data(
        { context, server, operator },
        () =>
          `Signed in to ${server} as ${operator}. Commands are done there from now on (context ${context}).`,
      );
    });
}

export function defineLogoutCommand(command: Command): void {
  command
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease logout production')
    .action(async (name: string | undefined, { output }: { output: string }) => {
      const { current, contexts } = readContexts();
      const context = name ?? current;
      const { [context ?? '']: gone, ...kept } = contexts;
      if (context === null || gone === undefined)
        throw new BadRequest(
          context === null ? 'You are not signed in anywhere. Nothing was done.' : noContext(context),
        );
      await writeContexts({ current: current === context ? null : current, contexts: kept });
      createTerminal(output === 'json').data(
        { context, server: gone.server },
        () =>
          `Signed out of ${gone.server}. The token is removed from ${contextsFile()}. It stays valid until it is taken out of the configuration of the gateway.`,
      );
    });
}

export function noContext(name: string): string {
  return `There is no context ${name}. Nothing was done. "locrelease context list" shows all.`;
}

function checkedServer(given: string): string {
  const fault = baseUrlFault(given);
  if (fault !== null) throw new BadRequest(`--server ${sentence(fault)} Nothing was saved.`);
  const { protocol, hostname } = new URL(given);
  if (protocol === 'http:' && !LOCAL_HOST.test(hostname))
    say(`Warning: ${given} is not encrypted. Others on the way can read the token and all that you do.`);
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
