/** A reader with bad intentions, in a process of its own. Floods in the way that it is sent, until it is sent another. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Flood, Flooding } from './isolation';

const AT_ONCE = 31;
const HUNG_UP = 0;
/** Long enough for the gateway to have begun. */
const HANG_UP_AFTER_MS = 20;

let flooding: Flooding | null = null;
let status: Record<string, number> = {};

const strings = Array.from({ length: 100_000 }, (_, at) => ({
  string_id: `string_${at}`,
  content: `The elder of village ${at} greets you, and asks for what all elders ask.`,
}));
const content = JSON.stringify(strings);
const plan = Buffer.from(
  JSON.stringify({
    release: {
      file: 'release.yaml',
      text: 'name: flood\nsource: { file: en.json }\ntargetLanguages: [ja]\n',
      directory: null,
      announce: false,
      loseLanguages: false,
      source: {
        kind: 'snapshot',
        sha256: createHash('sha256').update(content).digest('hex'),
        strings: strings.length,
      },
    },
    files: 1,
    doubts: [],
    contents: [content],
    announceAgain: false,
    demandsAnswers: false,
  }),
);
const batch = Buffer.from(
  JSON.stringify(
    Array.from({ length: 32 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'list_releases', arguments: {} },
    })),
  ),
);

async function post({ url, token }: Flooding, path: string, body: Buffer<ArrayBuffer>): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  await reply.arrayBuffer();
  return reply.status;
}

async function hangUp({ url, token }: Flooding): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/schedules/details HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  await delay(HANG_UP_AFTER_MS);
  socket.destroy();
  return HUNG_UP;
}

const ways: Record<Flood, (how: Flooding) => Promise<number>> = {
  batches: (how) => post(how, '/mcp', batch),
  'hang-ups': hangUp,
  'large plans': (how) => post(how, '/api/plans', plan),
};

async function floodOn(): Promise<void> {
  for (;;) {
    const how = flooding;
    const answered = how?.flood ? await ways[how.flood](how).catch(() => -1) : await delay(20, 0);
    if (how?.flood) status[answered] = (status[answered] ?? 0) + 1;
  }
}

process.on('message', (sent: Flooding) => {
  process.send?.(status);
  status = {};
  flooding = sent;
});
process.on('disconnect', () => process.exit(0));
for (let one = 0; one < AT_ONCE; one += 1) void floodOn();
