/**
 * Who speaks, and whether they may. Everything but reading needs the session's token in a header, which no other
 * site can send, and must not come from another site to begin with.
 */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config';
import { constantTimeEqual } from '../../http/constant-time-equal';
import { isFromElsewhere, isOwnHost } from '../../http/is-from-elsewhere';
import { trustedAddresses } from '../../http/ip-networks';
import { mayAct, type Role } from '../../domain/roles';
import { ApiRefusal } from './api-refusal';
import type { EndedSessions } from './ended-sessions';
import type { OpenSession, Sessions } from './sessions';

export const SESSION_COOKIE = 'locrelease_session';

export interface User {
  name: string;
  role: Role;
  csrfToken: string;
  /** Whether they have to sign in again by now. */
  isSignedOut: () => Promise<boolean>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What it takes to be answered here. */
    role?: Role | 'anyone';
  }
  interface FastifyRequest {
    user: User | null;
  }
}

export class Guard {
  readonly #isProxy: (address: string | undefined) => boolean;

  constructor(
    private readonly config: Pick<Config, 'operators' | 'console' | 'consoleUrl'>,
    private readonly sessions: Sessions,
    private readonly ended: EndedSessions,
  ) {
    this.#isProxy = trustedAddresses(config.console.proxy?.addresses ?? []);
  }

  /** Throws where the request goes no further. A route that does not say whom it is for is for few. */
  async admit(request: FastifyRequest): Promise<void> {
    const { role = 'operate' } = request.routeOptions.config;
    if (!isOwnHost(request.hostname, [new URL(this.config.consoleUrl).hostname])) {
      throw new ApiRefusal(
        421,
        'wrong-host',
        'This is not the address of this console. Use it, or set LOCRELEASE_CONSOLE_URL to the one that you use.',
      );
    }
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading && isFromElsewhere(request.headers, request.host)) {
      throw new ApiRefusal(403, 'cross-site', 'This request came from another site. Nothing was done.');
    }
    if (role === 'anyone') return;
    const user = await this.#user(request);
    if (!mayAct(user.role, role)) {
      throw new ApiRefusal(
        403,
        'role',
        `This needs the role ${role}. ${user.name} has the role ${user.role}.`,
      );
    }
    if (!isReading && !constantTimeEqual(String(request.headers['x-csrf-token']), user.csrfToken)) {
      throw new ApiRefusal(403, 'csrf', "The session's token is missing. Send it as x-csrf-token.");
    }
    request.user = user;
  }

  /** Who could be answered; null: nobody, or where that cannot be told. */
  async nameOf(request: FastifyRequest): Promise<string | null> {
    try {
      return (await this.#user(request)).name;
    } catch {
      return null;
    }
  }

  async #user(request: FastifyRequest): Promise<User> {
    const proxied = this.#namedByProxy(request);
    if (proxied !== null) return proxied;
    const cookie = request.cookies[SESSION_COOKIE] ?? '';
    const session = await this.#openSession(cookie);
    if (session === null) throw this.#unsigned();
    const { name, operator, csrfToken } = session;
    const isSignedOut = async (): Promise<boolean> => (await this.#openSession(cookie)) === null;
    return { name, role: operator.role, csrfToken, isSignedOut };
  }

  async #openSession(cookie: string): Promise<OpenSession | null> {
    const session = this.sessions.read(cookie, Date.now());
    return session === null || (await this.ended.has(cookie, session.expiresAtMs)) ? null : session;
  }

  /** Only what the proxy itself sent counts: anybody can write a header. */
  #namedByProxy({ headers, socket }: FastifyRequest): User | null {
    const { proxy } = this.config.console;
    const name = proxy === null ? undefined : headers[proxy.header];
    if (typeof name !== 'string' || !this.#isProxy(socket.remoteAddress)) return null;
    const operator = this.config.operators.get(name);
    if (operator === undefined) {
      throw new ApiRefusal(
        401,
        'unsigned',
        'The proxy named somebody who is not an operator here. Add the name to the operators in the configuration file, and restart the gateway.',
      );
    }
    const csrfToken = this.sessions.csrfToken(`proxy ${name}`);
    return { name, role: operator.role, csrfToken, isSignedOut: () => Promise.resolve(false) };
  }

  #unsigned(): ApiRefusal {
    if (this.config.operators.size === 0) return noOperators();
    return new ApiRefusal(401, 'unsigned', 'Sign in first. The session is missing or has ended.');
  }
}

export function noOperators(): ApiRefusal {
  const message =
    'Nobody can sign in yet. Run "locrelease auth token NAME", add the lines that it prints to ' +
    'locrelease.config.yaml, and restart the gateway.';
  return new ApiRefusal(401, 'no-operators', message);
}

/** Of a request that was admitted. */
export function userOf({ user }: Pick<FastifyRequest, 'user'>): User {
  if (user === null) throw new ApiRefusal(401, 'unsigned', 'Sign in first.');
  return user;
}
