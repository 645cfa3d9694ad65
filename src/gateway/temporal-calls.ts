import type { Client } from '@temporalio/client';

/** The gateway's calls to Temporal, each with a deadline; one that is still under way ends with the connection. */
export class TemporalCalls {
  constructor(readonly client: Client) {}

  within<Result>(timeoutMs: number, call: (client: Client) => Promise<Result>): Promise<Result> {
    const { client } = this;
    return client.withDeadline(Date.now() + timeoutMs, () => call(client));
  }
}
