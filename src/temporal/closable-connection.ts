import { connectivityState, type Client } from '@grpc/grpc-js';
import { Connection, type ConnectionOptions } from '@temporalio/client';
import { OpenCalls } from './open-calls';
import { refuseWrites } from './reading-only';

export interface TemporalConnectionOptions extends ConnectionOptions {
  /** A person waits, so a server that refuses the connection is not retried. */
  refusalIsFinal?: boolean;
}

/** A connection to Temporal that can be closed at any moment: closing ends its open calls first. */
export class TemporalConnection extends Connection {
  #calls: OpenCalls | null = null;
  #refusalIsFinal = false;

  /** The SDK creates the class that this is called on, and takes the interceptors before there is an instance. */
  static override lazy(options?: TemporalConnectionOptions): Connection {
    const calls = new OpenCalls();
    const connection = super.lazy({ ...options, interceptors: [refuseWrites, calls.interceptor] });
    if (connection instanceof TemporalConnection) {
      connection.#calls = calls;
      connection.#refusalIsFinal = options?.refusalIsFinal ?? false;
    }
    return connection;
  }

  static override async connect(options?: TemporalConnectionOptions): Promise<Connection> {
    const connection = this.lazy(options);
    try {
      await connection.ensureConnected();
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  protected override untilReady(deadline: number): Promise<void> {
    return this.#refusalIsFinal ? untilReadyOrRefused(this.client, deadline) : super.untilReady(deadline);
  }

  override async close(): Promise<void> {
    this.#calls?.end();
    await super.close();
  }
}

async function untilReadyOrRefused(client: Client, deadline: number): Promise<void> {
  const channel = client.getChannel();
  for (;;) {
    const state = channel.getConnectivityState(true);
    if (state === connectivityState.READY) return;
    if (state === connectivityState.TRANSIENT_FAILURE) throw new Error('the connection was refused');
    await new Promise<void>((resolve, reject) => {
      channel.watchConnectivityState(state, deadline, (late) => (late ? reject(late) : resolve()));
    });
  }
}
