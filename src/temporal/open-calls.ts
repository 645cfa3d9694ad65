/**
 * The open calls of one connection. Each is retried as the SDK would retry it, but can also be ended between two
 * attempts: the SDK's own retry starts the next attempt from a timer that nobody can stop, and if the connection was
 * closed meanwhile, the error of that attempt ends the process.
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
/** The SDK makes as many attempts. */
const ATTEMPTS = 10;
/** Longer than the server itself waits before it responds to a poll that there is nothing yet. */
const LONGEST_MS = 30_000;

/** Of an attempt that nobody here has cancelled. A server that stops cancels the calls that it has. */
function mayRepeat(attempts: number, status: StatusObject): boolean {
  const isCancelled = status.code === grpcStatus.CANCELLED;
  return retryableDecider(attempts, status) || (attempts < ATTEMPTS && (isCancelled || isLostUpdate(status)));
}

/**
 * A worker that is too busy may fail a workflow task, and with it an update in that task. The server repeats the task
 * but not the update; sent again, it has the same id and so happens once.
 */
function isLostUpdate({ code, details }: StatusObject): boolean {
  return code === grpcStatus.FAILED_PRECONDITION && details.includes('unexpected workflow task failure');
}

export class OpenCalls {
  readonly #calls = new Set<RepeatedCall>();
  #areOver = false;

  /** Bounds a call without a deadline, in case its response never comes. */
  constructor(private readonly longestMs = LONGEST_MS) {}

  /** Replaces the SDK's own retry interceptor of the connection. */
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
  /** Whether the call may begin at all. */
  begin(call: RepeatedCall): boolean;
  end(call: RepeatedCall): void;
}

/** One request and one reply, in one or more attempts. */
class RepeatedCall implements Attempt {
  #attempts = 0;
  /** null before the first attempt and between two attempts. */
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
    // Each caller is notified only once.
    this.#listener = {};
  }
}

function msUntil(deadline: CallOptions['deadline']): number {
  return deadline === undefined ? Infinity : Math.max(0, Number(deadline) - Date.now());
}
