import { Connection, type ConnectionOptions } from '@temporalio/client';
import type { ConnectionCtorOptions } from '@temporalio/client/lib/connection';
import { OpenCalls } from './open-calls';

interface OwnOptions extends ConnectionCtorOptions {
  calls: OpenCalls;
}

/** A connection to Temporal that can be closed at any moment: whatever is under way on it ends first. */
export class TemporalConnection extends Connection {
  readonly #calls: OpenCalls;

  protected constructor(options: OwnOptions) {
    super(options);
    this.#calls = options.calls;
  }

  protected static override createCtorOptions(options: ConnectionOptions): OwnOptions {
    const calls = new OpenCalls();
    return { ...super.createCtorOptions({ ...options, interceptors: [calls.interceptor] }), calls };
  }

  static override async connect(options?: ConnectionOptions): Promise<Connection> {
    const connection = this.lazy(options);
    try {
      await connection.ensureConnected();
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  override async close(): Promise<void> {
    this.#calls.end();
    await super.close();
  }
}
