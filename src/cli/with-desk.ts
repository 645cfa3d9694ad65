/** Where a command has its work done, opened once and closed whatever happens. Each kind of desk is loaded on demand. */
import { BadRequest } from '../client/errors';
import type { Desk } from '../desk/desk';
import type { NearDesk } from '../desk/near-desk';
import { gatewayPlace } from './gateway-place';

export async function withDesk<Result>(
  act: (desk: Desk) => Promise<Result>,
  { as }: { as?: string | undefined } = {},
): Promise<Result> {
  return closing(await openDesk(as), act);
}

/** For what works on this machine alone; `what` begins the sentence that says so. */
export async function withNearDesk<Result>(
  what: string,
  act: (desk: NearDesk) => Promise<Result>,
  { as }: { as?: string | undefined } = {},
): Promise<Result> {
  requireNear(what);
  return closing(await openNear(as), act);
}

export function requireNear(what: string): void {
  const place = gatewayPlace();
  if (place === null) return;
  throw new BadRequest(
    `${what} does not work over a gateway, and commands are done at ${place.server}. Nothing was done. Run it on a machine that has Temporal and the store, without LOCRELEASE_SERVER and with "--context none".`,
  );
}

async function closing<Opened extends Desk, Result>(
  desk: Opened,
  act: (desk: Opened) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(desk);
  } finally {
    await desk.close();
  }
}

async function openDesk(as: string | undefined): Promise<Desk> {
  const place = gatewayPlace();
  if (place === null) return openNear(as);
  const { FarDesk } = await import('../desk/far-desk.js');
  return new FarDesk(place, as);
}

async function openNear(as: string | undefined): Promise<NearDesk> {
  const { openNearDesk } = await import('./open-near-desk.js');
  return openNearDesk(as);
}
