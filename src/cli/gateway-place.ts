/** At which gateway commands are done: the environment says, or else the context that was chosen; or at none. */
import { BadRequest } from '../client/errors';
import { ConfigError } from '../config/config-error';
import { sentence } from '../domain/text/sentence';
import { withoutSlash } from '../domain/text/without-slash';
import type { GatewayPlace } from '../operations/gateway-requests';
import { baseUrlFault } from '../http/base-url';
import { headerCredentialFault } from '../http/secret';
import { NO_CONTEXT, readContexts } from './saved-contexts';
import { namedContext } from './context-option';

/** null: on this machine. */
export function gatewayPlace(env: NodeJS.ProcessEnv = process.env): GatewayPlace | null {
  const { LOCRELEASE_SERVER: server = '', LOCRELEASE_TOKEN: token = '' } = env;
  if (server === '') return placeOfContext(env);
  if (namedContext() !== undefined)
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

function placeOfContext(env: NodeJS.ProcessEnv): GatewayPlace | null {
  const wanted = namedContext() ?? (env.LOCRELEASE_CONTEXT === '' ? undefined : env.LOCRELEASE_CONTEXT);
  // Whoever names a Temporal service in the environment means that one.
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
