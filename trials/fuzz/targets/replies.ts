/** Replies of both services to every call: read, or a failure of ours that holds no secret and is short. */
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { ServiceError } from '../../../src/http/service-error';
import type { LocalizationClient } from '../../../src/localization/localization-client';
import type { SocialClient } from '../../../src/social/social-client';
import { BareServer } from '../../../test/support/bare-server';
import { APP_SECRET, clientOf } from '../../../test/support/localization-client';
import { endpointCases } from '../../../test/support/localization-endpoints';
import { ACCESS_TOKEN, socialClientOf } from '../../../test/support/social-client';
import { changesOf, editsOf, json, run, runsIn, text } from '../hostile';
import { TakenBadly, type Target } from '../fuzz-target';

const MESSAGE_CHARS = 2000;

interface Clients {
  localization: LocalizationClient;
  social: SocialClient;
}

interface Call {
  name: string;
  right: unknown;
  make: (clients: Clients) => Promise<unknown>;
}

const post = {
  postId: 'post_1',
  status: 'published',
  text: 'Out now.',
  createdAt: '2026-11-01T10:00:00Z',
  targets: [{ accountId: 'acc_1', platform: 'x', status: 'published', url: 'https://x.example/1' }],
};
const account = { id: 'acc_1', platform: 'x', handle: '@game', status: 'active', canPublish: true };
const workspace = {
  workspace: { id: 'ws_1', name: 'Game' },
  credential: { scopes: ['posts:write'], allowedActions: ['draft'] },
  quotas: { scheduledThisMonth: { limit: 10, used: 3, left: 7 } },
};
const said = (data: unknown): unknown => ({ data, meta: { requestId: 'req_1', nextCursor: null } });

const calls: Call[] = [
  ...endpointCases.map(({ endpoint, data, call }) => ({
    name: endpoint,
    right: { success: true, code: 0, msg: 'ok', trace_id: 'trace-1', data },
    make: ({ localization }: Clients) => call(localization),
  })),
  { name: 'workspace', right: said(workspace), make: ({ social }) => social.workspace() },
  { name: 'accounts', right: said({ accounts: [account] }), make: ({ social }) => social.accounts() },
  { name: 'posts', right: said({ posts: [post] }), make: ({ social }) => social.listPosts() },
  { name: 'post', right: said({ post }), make: ({ social }) => social.post('post_1') },
  {
    name: 'draft',
    right: said({ post }),
    make: ({ social }) => social.createDraft({ text: 'Out now.', accountIds: ['acc_1'] }, 'key-1'),
  },
  { name: 'publish', right: said({ post }), make: ({ social }) => social.publishPost('post_1', {}, 'key-1') },
];

const headerValue = text.map((value) => value.replace(/[^\x20-\x7e]/g, '').slice(0, 200));
const headers = fc.dictionary(
  fc.constantFrom('retry-after', 'date', 'content-type', 'x-request-id', 'location'),
  headerValue,
  { maxKeys: 3 },
);

export async function replies(): Promise<Target> {
  let answer: (response: ServerResponse) => void = () => undefined;
  const server = await BareServer.start((response) => answer(response));
  const clients = { localization: clientOf(server.url), social: socialClientOf(server.url) };
  const input = fc.constantFrom(...calls).chain((call) =>
    fc.record({
      call: fc.constant(call),
      status: fc.oneof(
        { weight: 3, arbitrary: fc.constant(200) },
        { weight: 1, arbitrary: fc.constantFrom(204, 301, 400, 401, 404, 409, 413, 429, 500, 502, 503) },
      ),
      headers,
      body: fc.oneof(
        { weight: 6, arbitrary: changesOf(call.right).map((value) => JSON.stringify(value)) },
        { weight: 2, arbitrary: editsOf(JSON.stringify(call.right)) },
        { weight: 2, arbitrary: runsIn(call.right).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: run },
        { weight: 1, arbitrary: json.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: text },
      ),
    }),
  );
  return {
    property: fc.asyncProperty(input, async ({ call, status, headers: told, body }) => {
      answer = (response) => void response.writeHead(status, told).end(body);
      try {
        await call.make(clients);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw new TakenBadly(`${call.name} fails`, { cause: error });
        if (error.message.length > MESSAGE_CHARS) throw new TakenBadly('its message is too long');
        const shown = inspect(error, { depth: 5 });
        if (shown.includes(APP_SECRET) || shown.includes(ACCESS_TOKEN))
          throw new TakenBadly('it tells a secret');
      }
    }),
    close: async () => {
      await server.close();
      await clients.localization.close();
      await clients.social.close();
    },
  };
}
