/**
 * The open calls of one connection. Each is retried as the SDK would retry it, but can be ended between two attempts
 * too: the SDK's own retry starts the next attempt from a timer that nobody can stop, and where the connection was
 * closed meanwhile, what that attempt throws ends the process.
 */
import {
  InterceptingCall,
  Metadata,
  status as grpcStatus,
  type Interceptor,
  type InterceptingListener,
  type StatusObject,
} from '@grpc/grpc-js';
import { defaultGrpcRetryOptions } from '@temporalio/client';
import { boundOfCall } from './response-within';

type NextCall = Parameters<Interceptor>[1];
type CallOptions = Parameters<Interceptor>[0];
type Attempt = ReturnType<NextCall>;
type MessageContext = Parameters<Attempt['sendMessageWithContext']>[0];

const ended: StatusObject = {
  code: grpcStatus.CANCELLED,
  details: 'the connection is closed',
  metadata: new Metadata(),
};
const { delayFunction: pauseAfter, retryableDecider } = defaultGrpcRetryOptions();
/** As many as the SDK makes. */
const ATTEMPTS = 10;
/** Longer than the server itself waits before it responds that there is nothing yet. */
const LONGEST_MS = 30_000;

function mayRepeat(attempts: number, status: StatusObject): boolean {
  return retryableDecider(attempts, status) || (attempts < ATTEMPTS && isLostUpdate(status));
}

/**
 * A worker that is too busy may fail a task of the workflow, and with it the update that came with it. The task is
 * done again, the update is not; sent again it is the same one, by its id.
 */
function isLostUpdate({ code, details }: StatusObject): boolean {
  return code === grpcStatus.FAILED_PRECONDITION && details.includes('unexpected workflow task failure');
}

export class OpenCalls {
  readonly #calls = new Set<RepeatedCall>();
  #areOver = false;

  /** The bound of a call without a deadline, in case its response never comes. */
  constructor(private readonly longestMs = LONGEST_MS) {}

  /** For the connection, instead of the SDK's own. */
  readonly interceptor: Interceptor = (options, nextCall) => {
    const { deadline, ended: hasEnded } = boundOfCall(this.longestMs);
    return new InterceptingCall(
      new RepeatedCall({ ...options, deadline: options.deadline ?? deadline }, nextCall, {
        begin: (call) => {
          if (!this.#areOver) this.#calls.add(call);
          return !this.#areOver;
        },
        end: (call) => {
          this.#calls.delete(call);
          hasEnded();
        },
      }),
    );
  };

  /** Ends the open calls, and every later one as soon as it begins, so that callers are notified at once. */
  end(): void {
    this.#areOver = true;
    for (const call of this.#calls) call.cancelWithStatus(ended.code, ended.details);
  }
}

interface Life {
  /** Whether it may begin at all. */
  begin(call: RepeatedCall): boolean;
  end(call: RepeatedCall): void;
}

/** One request and one reply, in as many attempts as it takes. */
class RepeatedCall implements Attempt {
  #attempts = 0;
  /** None before the first, and between two of them. */
  #attempt: Attempt | null = null;
  #pause: NodeJS.Timeout | undefined;
  #metadata = new Metadata();
  #listener: Partial<InterceptingListener> = {};
  #request: unknown;
  #reply: unknown = null;
  #isCancelled = false;

  constructor(
    private readonly options: CallOptions,
    private readonly nextCall: NextCall,
    private readonly life: Life,
  ) {}

  start(metadata: Metadata, listener: Partial<InterceptingListener> = {}): void {
    this.#metadata = metadata;
    this.#listener = listener;
    if (this.life.begin(this)) this.#begin();
    else process.nextTick(() => this.#end(ended));
  }

  sendMessageWithContext(context: MessageContext, message: unknown): void {
    this.#request = message;
    this.#attempt?.sendMessageWithContext(context, message);
  }

  sendMessage(message: unknown): void {
    this.sendMessageWithContext({}, message);
  }

  startRead(): void {
    this.#attempt?.startRead();
  }

  halfClose(): void {
    this.#attempt?.halfClose();
  }

  cancelWithStatus(code: StatusObject['code'], details: string): void {
    this.#isCancelled = true;
    if (this.#attempt !== null) {
      this.#attempt.cancelWithStatus(code, details);
      return;
    }
    clearTimeout(this.#pause);
    this.#end({ code, details, metadata: new Metadata() });
  }

  getPeer(): string {
    return this.#attempt?.getPeer() ?? 'unknown';
  }

  getAuthContext(): ReturnType<Attempt['getAuthContext']> {
    return this.#attempt?.getAuthContext() ?? null;
  }

  #begin(): void {
    this.#attempts += 1;
    this.#attempt = this.nextCall(this.options);
    this.#attempt.start(this.#metadata, {
      onReceiveMetadata: (metadata) => this.#listener.onReceiveMetadata?.(metadata),
      onReceiveMessage: (reply) => {
        this.#reply = reply;
      },
      onReceiveStatus: (status) => this.#attemptEnded(status),
    });
  }

  #attemptEnded(status: StatusObject): void {
    this.#attempt = null;
    if (this.#isCancelled || !mayRepeat(this.#attempts, status)) {
      this.#end(status);
      return;
    }
    const pauseMs = Math.min(pauseAfter(this.#attempts, status), msUntil(this.options.deadline));
    this.#pause = setTimeout(() => this.#repeat(), pauseMs);
  }

  #repeat(): void {
    this.#begin();
    this.sendMessage(this.#request);
    this.halfClose();
  }

  #end(status: StatusObject): void {
    this.life.end(this);
    this.#listener.onReceiveMessage?.(this.#reply);
    this.#listener.onReceiveStatus?.(status);
    // Each caller is notified once.
    this.#listener = {};
  }
}

function msUntil(deadline: CallOptions['deadline']): number {
  return deadline === undefined ? Infinity : Math.max(0, Number(deadline) - Date.now());
}
