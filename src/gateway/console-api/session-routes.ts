import type { Logger } from '@temporalio/common';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Config } from '../../config/config';
import { refusal } from '../../operations/failure';
import { session, type Session } from '../../protocol/console-api';
import { apiRoute } from '../api-route';
import { operatorOfToken } from '../operator-tokens';
import { SESSION_MS } from './sessions';
import { noOperators, SESSION_COOKIE, userOf, type Guard, type User } from './guard';
import type { OpenStreams } from './open-streams';

/** More than a token needs. */
const MAX_BODY_BYTES = 16 * 1024;
const nothing = z.strictObject({});

export function sessionRoutes(
  config: Config,
  { sessions, ended }: Guard,
  streams: OpenStreams,
  logger: Logger,
) {
  const { operators, fourEyes } = config;
  const shown = ({ name, role, csrfToken }: Pick<User, 'name' | 'role' | 'csrfToken'>): Session => ({
    name,
    role,
    csrfToken,
    fourEyes,
    environment: config.console.environment,
  });

  /** Hidden from scripts, never sent from another site, and Secure wherever people use TLS. */
  const cookieOptions = ({ protocol }: FastifyRequest) => {
    const secure = protocol === 'https' || config.consoleUrl.startsWith('https:');
    return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  };

  return {
    session: apiRoute({
      summary: 'Get who is signed in',
      role: 'read',
      input: nothing,
      output: session,
      compress: false,
      handle: (request) => shown(userOf(request)),
    }),
    signIn: apiRoute({
      summary: 'Sign in with a token; the reply sets the session cookie',
      role: 'anyone',
      input: z.strictObject({ token: z.string().min(1).max(200) }),
      output: session,
      compress: false,
      bodyBytes: MAX_BODY_BYTES,
      isSignIn: true,
      handle: (request, reply, { token }) => {
        if (operators.size === 0) throw noOperators();
        const operator = operatorOfToken(operators, token);
        if (operator === null) {
          logger.warn('Refused a sign-in.', { address: request.ip });
          throw refusal(401, 'wrong_token', 'This token is not valid. Check it, or ask for a new one.');
        }
        const { name, role } = operator;
        logger.info('Signed in.', { operator: name, address: request.ip });
        const cookie = sessions.open(name, operator, Date.now());
        reply.setCookie(SESSION_COOKIE, cookie, { ...cookieOptions(request), maxAge: SESSION_MS / 1000 });
        return shown({ name, role, csrfToken: sessions.csrfToken(cookie) });
      },
    }),
    signOut: apiRoute({
      summary: 'Sign out: the session ends at all gateways, and so do its streams',
      role: 'read',
      input: nothing,
      handle: async (request, reply) => {
        streams.endSession(userOf(request));
        reply.clearCookie(SESSION_COOKIE, cookieOptions(request));
        const cookie = request.cookies[SESSION_COOKIE] ?? '';
        const nowMs = Date.now();
        const open = sessions.read(cookie, nowMs);
        if (open !== null) await ended.end(cookie, open.expiresAtMs, nowMs);
        return reply.status(204).send();
      },
    }),
  };
}
