/**
 * Chooses the backend of a command: the gateway of the environment or of the chosen context, or else this machine. It
 * is always closed afterwards. Each kind of backend is imported on demand.
 */
import { BadRequest } from '../client/errors';
import { ConfigError } from '../config/config-error';
import { useDevSet } from '../config/dev-set';
import { sentence } from '../domain/text/sentence';
import { withoutSlash } from '../domain/text/without-slash';
import { baseUrlFault } from '../http/base-url';
import { headerCredentialFault } from '../http/secret';
import type { Backend } from '../operations/backend';
import type { GatewayPlace } from '../operations/gateway-requests';
import type { LocalBackend } from '../operations/local-backend';
import { NO_CONTEXT, readContexts } from './saved-contexts';
import { operatorName, speaker } from './terminal/ask';
import { writeStderr } from './terminal/terminal';

interface BackendOptions {
  context?: string | undefined;
  as?: string | undefined;
}

export async function withBackend<Result>(
  act: (backend: Backend) => Promise<Result>,
  { context, as }: BackendOptions = {},
): Promise<Result> {
  const place = whereDone(context);
  if (place === null) return closing(await openLocal(as), act);
  const { GatewayBackend } = await import('../operations/gateway-backend.js');
  return closing(new GatewayBackend(place, as), act);
}

export async function withLocalBackend(
  command: string,
  act: (backend: LocalBackend) => Promise<void>,
  { context, as }: BackendOptions,
): Promise<void> {
  const place = whereDone(context);
  if (place !== null)
    throw new BadRequest(
      `"${command}" does not work over a gateway, and commands are done at ${place.server}. Nothing was done. Run it on a machine that has Temporal and the store, without LOCRELEASE_SERVER and with "--context none".`,
    );
  await closing(await openLocal(as), act);
}

/** null: this machine, with the running dev set of this directory if there is one. */
function whereDone(context: string | undefined): GatewayPlace | null {
  const place = gatewayPlace(context, process.env);
  if (place === null) useDevSet((line) => process.stderr.isTTY && writeStderr(line));
  return place;
}

function gatewayPlace(named: string | undefined, env: NodeJS.ProcessEnv): GatewayPlace | null {
  const { LOCRELEASE_SERVER: server = '', LOCRELEASE_TOKEN: token = '' } = env;
  if (server === '') return placeOfContext(named, env);
  if (named !== undefined)
    throw new BadRequest(
      'LOCRELEASE_SERVER is set, so --context has no effect. Unset it, or leave out --context.',
    );
  const fault = baseUrlFault(server);
  if (fault !== null) throw new ConfigError(`LOCRELEASE_SERVER ${sentence(fault)}`);
  if (token === '')
    throw new ConfigError(
      `LOCRELEASE_TOKEN is not set. The gateway at ${server} needs the token that you sign in to the console with. Nothing was done.`,
    );
  const tokenFault = headerCredentialFault(token);
  if (tokenFault !== null) throw new ConfigError(`LOCRELEASE_TOKEN ${sentence(tokenFault)}`);
  return { server: withoutSlash(server), token, tokenFrom: 'LOCRELEASE_TOKEN' };
}

function placeOfContext(named: string | undefined, env: NodeJS.ProcessEnv): GatewayPlace | null {
  const wanted = named ?? (env.LOCRELEASE_CONTEXT === '' ? undefined : env.LOCRELEASE_CONTEXT);
  // TEMPORAL_ADDRESS in the environment takes precedence over the current context.
  if (wanted === undefined && (env.TEMPORAL_ADDRESS ?? '') !== '') return null;
  if (wanted === NO_CONTEXT) return null;
  const { current, contexts } = readContexts();
  const name = wanted ?? current;
  if (name === null) return null;
  const context = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (context === undefined)
    throw new ConfigError(
      `There is no context ${name}. Nothing was done. "locrelease auth list" shows all; "locrelease auth login ${name} --server URL" makes it.`,
    );
  return { server: context.server, token: context.token, tokenFrom: `Context ${name}` };
}

async function openLocal(as: string | undefined): Promise<LocalBackend> {
  const [{ LocalBackend: Local }, { readConfig }] = await Promise.all([
    import('../operations/local-backend.js'),
    import('../config/config.js'),
  ]);
  const config = readConfig();
  return new Local(config, {
    name: () => operatorName(as),
    prove: (request) => speaker(config, as, request),
  });
}

async function closing<Opened extends Backend, Result>(
  backend: Opened,
  act: (backend: Opened) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(backend);
  } finally {
    await backend.close();
  }
}
