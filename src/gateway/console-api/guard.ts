/**
 * Authenticates and authorizes requests: a program by an operator's token, a page by its session. Every request of a
 * page that is not a read needs the session's CSRF token in a header and must not come from another site.
 */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config';
import { constantTimeEqual } from '../../http/secret';
import { isCrossSite, isOwnHost } from '../../http/cross-site';
import { trustedAddresses } from '../../http/ip-networks';
import { mayAct, type Operators, type Role } from '../../domain/roles';
import { refusal, type Failed } from '../../operations/failure';
import { openStorage } from '../../store/open-store';
import { operatorOfToken } from '../operator-tokens';
import { EndedSessions, type OpenSession, Sessions } from './sessions';

export const SESSION_COOKIE = 'locrelease_session';

export interface User {
  name: string;
  role: Role;
  /** null for a program, which another site cannot misuse. */
  csrfToken: string | null;
  isSignedOut: () => Promise<boolean>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    role?: Role | 'anyone';
  }
  interface FastifyRequest {
    user: User | null;
  }
}

export class Guard {
  readonly sessions: Sessions;
  readonly ended: EndedSessions;
  readonly #isProxy: (address: string | undefined) => boolean;

  constructor(private readonly config: Config) {
    this.sessions = new Sessions(config.operators, config.sessionSecret);
    this.ended = new EndedSessions(openStorage(config.store));
    this.#isProxy = trustedAddresses(config.console.proxy?.addresses ?? []);
  }

  /** Throws if the request is refused. A route without a role requires the highest. */
  async admit(request: FastifyRequest): Promise<void> {
    const { role = 'operate' } = request.routeOptions.config;
    request.user =
      request.headers.authorization === undefined
        ? await this.#admitPage(request, role)
        : this.admitProgram(request, role);
  }

  /** Refuses requests with an Origin, so that no site can use a token through a person's browser. */
  admitProgram({ headers }: FastifyRequest, role: Role | 'anyone'): User {
    const { operators } = this.config;
    if (headers.origin !== undefined)
      throw refusal(403, 'cross_site', 'This request came from a page in a browser. Nothing was done.');
    if (operators.size === 0) throw noOperators();
    const operator = operatorOfBearer(operators, headers.authorization);
    if (operator === null)
      throw refusal(401, 'unsigned', "Send an operator's token: Authorization: Bearer TOKEN.");
    return permitted({ ...operator, ...alwaysSignedIn, csrfToken: null }, role);
  }

  async #admitPage(request: FastifyRequest, role: Role | 'anyone'): Promise<User | null> {
    if (!isOwnHost(request.host, [new URL(this.config.consoleUrl).hostname])) {
      throw refusal(
        421,
        'wrong_host',
        'This is not the address of this console. Use it, or set LOCRELEASE_CONSOLE_URL to the one that you use.',
      );
    }
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading && isCrossSite(request.headers, request.host)) {
      throw refusal(403, 'cross_site', 'This request came from another site. Nothing was done.');
    }
    if (role === 'anyone') return null;
    const user = permitted(await this.#user(request), role);
    if (!isReading && !constantTimeEqual(String(request.headers['x-csrf-token']), user.csrfToken ?? ''))
      throw refusal(403, 'csrf', "The session's token is missing. Send it as x-csrf-token.");
    return user;
  }

  /** The authenticated name. null: none, or it cannot be determined now. */
  async nameOf(request: FastifyRequest): Promise<string | null> {
    const program = operatorOfBearer(this.config.operators, request.headers.authorization);
    if (program !== null) return program.name;
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

  /** The header counts only from the proxy's own address, because anybody can send it. */
  #namedByProxy({ headers, socket }: FastifyRequest): User | null {
    const { proxy } = this.config.console;
    const name = proxy === null ? undefined : headers[proxy.header];
    if (typeof name !== 'string' || !this.#isProxy(socket.remoteAddress)) return null;
    const operator = this.config.operators.get(name);
    if (operator === undefined) {
      throw refusal(
        401,
        'unsigned',
        'The proxy named somebody who is not an operator here. Add the name to the operators in the configuration file, and restart the gateway.',
      );
    }
    return { name, ...operator, ...alwaysSignedIn, csrfToken: this.sessions.csrfToken(`proxy ${name}`) };
  }

  #unsigned(): Failed {
    if (this.config.operators.size === 0) return noOperators();
    return refusal(401, 'unsigned', 'Sign in first. The session is missing or has ended.');
  }
}

const alwaysSignedIn = { isSignedOut: () => Promise.resolve(false) };

export function noOperators(): Failed {
  const message =
    'Nobody can sign in yet. Run "locrelease auth token NAME", add the lines that it prints to ' +
    'locrelease.config.yaml, and restart the gateway.';
  return refusal(401, 'no_operators', message);
}

function permitted(user: User, role: Role | 'anyone'): User {
  if (role === 'anyone' || mayAct(user.role, role)) return user;
  throw refusal(403, 'role', `This needs the role ${role}. ${user.name} has the role ${user.role}.`);
}

function operatorOfBearer(operators: Operators, authorization = '') {
  const [, token] = /^Bearer ([\w.~+/=-]{1,200})$/i.exec(authorization) ?? [];
  return token === undefined ? null : operatorOfToken(operators, token);
}

/** Requires that the request was admitted. */
export function userOf({ user }: Pick<FastifyRequest, 'user'>): User {
  if (user === null) throw refusal(401, 'unsigned', 'Sign in first.');
  return user;
}
