/** A sandbox whose time moves only when a test moves it, the real clients, and a receiver for callbacks. */
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret } from '../../src/http/secret';
import { ServiceError } from '../../src/http/service-error';
import {
  LocalizationClient,
  type LocalizationClientOptions,
} from '../../src/localization/localization-client';
import type { CreateTask } from '../../src/localization/requests';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';

/** Longer than any piece of background work takes. */
export const LONG_MS = 60_000;

export const project = { id: 'sandbox', appKey: 'sandbox-app-key', appSecret: 'sandbox-app-secret' };

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** Closes at the end of the test, with everything else that the helpers here have opened. */
export async function startStillSandbox(profile: SandboxProfileInput = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ speed: 1e-9, ...profile });
  closers.push(() => sandbox.close());
  return sandbox;
}

export function localizationClient(
  sandbox: Sandbox,
  { project: id = project.id, ...options }: Partial<LocalizationClientOptions> & { project?: string } = {},
): LocalizationClient {
  const seed = sandbox.profile.projects.find((candidate) => candidate.id === id);
  if (seed === undefined) throw new Error(`no project ${id} in the profile`);
  const client = new LocalizationClient({
    baseUrl: sandbox.url,
    appKey: seed.appKey,
    appSecret: new Secret(seed.appSecret ?? 'a secret that the service does not have'),
    ...options,
  });
  closers.push(() => client.close());
  return client;
}

export function newTask(fields: Partial<CreateTask> = {}): CreateTask {
  return {
    client_task_id: 'release-1',
    name: 'Release 1',
    target_languages: ['ja', 'fr'],
    strings: [
      { string_id: 'intro', content: 'Take the Dragon Sword, {name}.' },
      { string_id: 'outro', content: 'You gave the Dragon Sword to Morgana. Was Morgana right?' },
    ],
    ...fields,
  };
}

/** The id of a new task that has been moved as far as it goes by itself. */
export async function settledTask(
  sandbox: Sandbox,
  client: LocalizationClient,
  fields: Partial<CreateTask> = {},
): Promise<string> {
  const { data } = await client.createTask(newTask(fields));
  sandbox.clock.advance(LONG_MS);
  return data.task_id;
}

/** The failure of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  return error;
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  payload: { event: string; delivery_id: string; trace_id: string } & Record<string, unknown>;
}

export interface Receiver {
  url: string;
  received: Received[];
  events: () => string[];
  /** Status codes for the next deliveries; 200 once they are used up. */
  replies: number[];
}

/** A server that takes callbacks as a gateway would. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const replies: number[] = [];
  const url = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks);
      const payload = JSON.parse(rawBody.toString('utf8')) as Received['payload'];
      received.push({ path: request.url ?? '', headers: request.headers, rawBody, payload });
      response.writeHead(replies.shift() ?? 200, { location: '/elsewhere' }).end();
    });
  });
  return { url, received, replies, events: () => received.map(({ payload }) => payload.event) };
}

/** The address of a server that closes at the end of the test. */
export async function listen(handle: RequestListener): Promise<string> {
  const server: Server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
