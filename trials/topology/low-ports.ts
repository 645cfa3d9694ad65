import { isFreePort } from '../../src/temporal/free-ports';

/**
 * Free ports for a Temporal server: its schema for PostgreSQL keeps them in 16 bits with a sign, and the system by
 * itself gives out higher ones.
 */
export async function lowFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  const first = 20_000 + Math.floor(Math.random() * 10_000);
  for (let port = first; ports.length < count; port += 1) {
    if (await isFreePort(port)) ports.push(port);
  }
  return ports;
}
