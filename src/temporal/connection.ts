import { Connection, type ConnectionOptions } from '@temporalio/client';
import { OpenCalls } from './open-calls';

/** A connection to Temporal that can be closed at any moment: whatever is under way on it ends first. */
export class TemporalConnection extends Connection {
  #calls: OpenCalls | null = null;

  /** The SDK makes an instance of the class that it is called on, and takes the interceptors before there is one. */
  static override lazy(options?: ConnectionOptions): Connection {
    const calls = new OpenCalls();
    const connection = super.lazy({ ...options, interceptors: [calls.interceptor] });
    if (connection instanceof TemporalConnection) connection.#calls = calls;
    return connection;
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
    this.#calls?.end();
    await super.close();
  }
}
