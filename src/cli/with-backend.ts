/** Where a command has its work done, opened once and closed whatever happens. Each kind of backend is loaded on demand. */
import { BadRequest } from '../client/errors';
import { useDevSet } from '../config/dev-set';
import type { Backend } from '../operations/backend';
import type { GatewayPlace } from '../operations/gateway-requests';
import type { LocalBackend } from '../operations/local-backend';
import { gatewayPlace } from './gateway-place';
import { say } from './terminal/terminal';

export async function withBackend<Result>(
  act: (backend: Backend) => Promise<Result>,
  { as }: { as?: string | undefined } = {},
): Promise<Result> {
  return closing(await openBackend(as), act);
}

/** For a command that works on this machine alone. */
export async function withLocalBackend<Result>(
  command: string,
  act: (backend: LocalBackend) => Promise<Result>,
  { as }: { as?: string | undefined } = {},
): Promise<Result> {
  requireLocal(command);
  return closing(await openLocal(as), act);
}

export function requireLocal(command: string): void {
  const place = whereDone();
  if (place === null) return;
  throw new BadRequest(
    `"${command}" does not work over a gateway, and commands are done at ${place.server}. Nothing was done. Run it on a machine that has Temporal and the store, without LOCRELEASE_SERVER and with "--context none".`,
  );
}

/** null: on this machine, by the dev set of this directory where one runs. */
function whereDone(): GatewayPlace | null {
  const place = gatewayPlace();
  if (place === null) useDevSet((line) => process.stderr.isTTY && say(line));
  return place;
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

async function openBackend(as: string | undefined): Promise<Backend> {
  const place = whereDone();
  if (place === null) return openLocal(as);
  const { GatewayBackend } = await import('../operations/gateway-backend.js');
  return new GatewayBackend(place, as);
}

async function openLocal(as: string | undefined): Promise<LocalBackend> {
  const { openLocalBackend } = await import('./open-local-backend.js');
  return openLocalBackend(as);
}
