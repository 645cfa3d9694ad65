/** Calls of a sandbox as bytes on the wire, without the clients: what is looked at is how it answers. */
import { signatureOf } from '../../src/sandbox/localization/signature';
import type { Sandbox } from '../../src/sandbox/sandbox';

export interface WireAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<WireAnswer>;

export interface SandboxWire {
  localization: Call;
  social: (...call: [...Parameters<Call>, key?: string]) => Promise<WireAnswer>;
}

export function wireTo({ url, profile }: Sandbox): SandboxWire {
  const [project] = profile.projects;
  const [credential] = profile.workspace.credentials;
  return {
    localization: (method, path, body) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const timestamp = String(Math.floor(Date.now() / 1000));
      return send(`${url}/api/open/v1${path}`, method, text, {
        'x-svc-appkey': project?.appKey ?? '',
        'x-svc-timestamp': timestamp,
        'x-svc-sign': signatureOf(timestamp, Buffer.from(text), project?.appSecret ?? ''),
      });
    },
    social: (method, path, body, key) =>
      send(`${url}/api/v1${path}`, method, body === undefined ? '' : JSON.stringify(body), {
        authorization: `Bearer ${credential?.token ?? ''}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      }),
  };
}

async function send(
  address: string,
  method: string,
  text: string,
  headers: Record<string, string>,
): Promise<WireAnswer> {
  const reply = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: text }),
  });
  return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) as unknown };
}

/** Where in a reply a value stands, as `data.task.id`; null where it does not. */
export function pathOf(whole: unknown, wanted: unknown): string | null {
  if (whole === wanted) return '';
  if (typeof whole !== 'object' || whole === null) return null;
  for (const [name, value] of Object.entries(whole)) {
    const path = pathOf(value, wanted);
    if (path !== null) return path === '' ? name : `${name}.${path}`;
  }
  return null;
}

/** What stands in a reply under a path. */
export function at(whole: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], whole);
}
