import type { Failure } from '../src/protocol/console-api';

/** The gateway has answered, and will not do it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** `answer`: what was JSON of the reply; null: nothing was. */
export function refusalOf(status: number, answer: unknown): Refusal {
  const { code, message } = (answer ?? {}) as Partial<Failure>;
  return new Refusal(status, code ?? 'refused', message ?? `The gateway answered with status ${status}.`);
}

/** The gateway itself says so: a proxy before it has a 404 of its own. */
export const isNotThere = (error: unknown): boolean => error instanceof Refusal && error.code === 'not_found';
