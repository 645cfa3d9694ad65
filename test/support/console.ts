/** A gateway with operators, and operators who speak to its API as a browser would. */
import type { Client } from '@temporalio/client';
import type { Config } from '../../src/config/config';
import type { RequestBudget } from '../../src/gateway/budget';
import type { Role } from '../../src/domain/roles';
import { newToken, tokenHash } from '../../src/gateway/operator-tokens';
import type { Session } from '../../src/protocol/console-api';
import { startGateway, type Gateway } from '../../src/gateway/gateway';
import { quietLogger } from '../temporal/quiet-logger';

/** One of each role, by a name that says it. */
export const tokens: Record<'reader' | 'reviewer' | 'operator', string> = {
  reader: newToken(),
  reviewer: newToken(),
  operator: newToken(),
};
export type OperatorName = keyof typeof tokens;
const rolesByName: Record<OperatorName, Role> = { reader: 'read', reviewer: 'review', operator: 'operate' };

export const operators: Config['operators'] = new Map(
  (Object.keys(tokens) as OperatorName[]).map((name) => [
    name,
    { role: rolesByName[name], tokenHash: tokenHash(tokens[name]) },
  ]),
);

/** The same as a configuration file has them. */
export const operatorsForFile = Object.fromEntries(
  [...operators].map(([name, { role, tokenHash: hash }]) => [name, { role, token: `sha256:${hash ?? ''}` }]),
);

export function startConsole(
  client: Client,
  config: Config,
  more: Partial<Config> & { pageDirectory?: string; budget?: RequestBudget } = {},
): Promise<Gateway> {
  const { pageDirectory, budget, ...settings } = more;
  return startGateway({
    client,
    config: { ...config, operators, ...settings },
    logger: quietLogger,
    ...(pageDirectory === undefined ? {} : { pageDirectory }),
    ...(budget === undefined ? {} : { budget }),
  });
}

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Somebody at a browser; nobody until they sign in. */
export class Person {
  cookie: string | null = null;
  csrfToken: string | null = null;

  constructor(readonly url: string) {}

  static async signedIn(url: string, name: OperatorName): Promise<Person> {
    const person = new Person(url);
    const { status, body } = await person.signIn(tokens[name]);
    if (status !== 200) throw new Error(`${name} cannot sign in: ${JSON.stringify(body)}`);
    return person;
  }

  async signIn(token: string): Promise<Answer<Session>> {
    const answer = await this.post<Session>('/api/session', { token });
    const [cookie] = answer.headers.getSetCookie();
    this.cookie = cookie?.split(';')[0] ?? null;
    this.csrfToken = answer.body.csrfToken;
    return answer;
  }

  get<Body = unknown>(path: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    return this.send('GET', path, { headers });
  }

  post<Body = unknown>(
    path: string,
    content?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const body = content === undefined ? {} : { body: JSON.stringify(content) };
    const type: Record<string, string> = content === undefined ? {} : { 'content-type': 'application/json' };
    return this.send('POST', path, { ...body, headers: { ...type, ...headers } });
  }

  async send<Body = unknown>(
    method: string,
    path: string,
    {
      headers = {},
      body,
    }: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
  ): Promise<Answer<Body>> {
    const reply = await fetch(`${this.url}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...(this.cookie === null ? {} : { cookie: this.cookie }),
        ...(this.csrfToken === null || method === 'GET' ? {} : { 'x-csrf-token': this.csrfToken }),
        ...headers,
      },
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json') === true;
    return { status: reply.status, headers: reply.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  }

  /** Listens to the server's events until it is told to stop. */
  async listen(path: string): Promise<Listener> {
    const ear = new AbortController();
    const reply = await fetch(`${this.url}${path}`, {
      headers: { cookie: this.cookie ?? '', accept: 'text/event-stream', 'accept-encoding': 'gzip, br' },
      signal: ear.signal,
    });
    const heard: Listener['heard'] = [];
    const listener: Listener = {
      status: reply.status,
      headers: reply.headers,
      heard,
      raw: '',
      ended: false,
      stop: () => ear.abort(),
    };
    const take = async (): Promise<void> => {
      const decoder = new TextDecoder();
      for await (const chunk of reply.body ?? []) {
        listener.raw += decoder.decode(chunk, { stream: true });
        heard.splice(0, heard.length, ...eventsIn(listener.raw));
      }
    };
    // Whoever stops listening is cut off in the middle.
    void take()
      .catch(() => undefined)
      .finally(() => (listener.ended = true));
    return listener;
  }
}

export interface Listener {
  status: number;
  headers: Headers;
  /** All events so far. */
  heard: { event: string; data: unknown }[];
  raw: string;
  ended: boolean;
  stop(): void;
}

function eventsIn(text: string): Listener['heard'] {
  const frames = [...text.matchAll(/^event: (.*)\ndata: (.*)\n\n/gm)];
  return frames.map(([, event = '', data = '']) => ({ event, data: JSON.parse(data) as unknown }));
}
