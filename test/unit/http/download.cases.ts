import dns from 'node:dns/promises';
import { download, DownloadFailure, type DownloadOptions } from '../../../src/http/download';
import { BareServer, type Answer } from '../../support/bare-server';

const FILE = '[ja]\nintro=x\n';
const asks: string[] = [];
const servers: BareServer[] = [];

afterEach(async () => {
  jest.restoreAllMocks();
  asks.length = 0;
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serving(answer: Answer = (response) => response.end(FILE)): Promise<URL> {
  const server = await BareServer.start((response, request) => {
    asks.push(request.target);
    answer(response, request);
  });
  servers.push(server);
  return new URL(`${server.url}/file?signature=secret`);
}

async function fetched(url: URL | string, reach?: DownloadOptions['reach']): Promise<string> {
  const options = { expectedBytes: null, maxBytes: 1000, signal: AbortSignal.timeout(10_000) };
  const chunks: Buffer[] = [];
  for await (const chunk of download(String(url), { ...options, ...(reach && { reach }) }))
    chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Names that only this test knows. */
function resolving(names: Readonly<Record<string, string[]>>): void {
  const really = dns.lookup;
  jest
    .spyOn(dns, 'lookup')
    .mockImplementation(((host: string, options: object) =>
      host in names
        ? Promise.resolve(
            (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          )
        : really(host, options)) as never);
}

const elsewhere = { ownUrl: 'https://service.example', allow: [] };

async function refusal(url: URL | string, reach = elsewhere): Promise<DownloadFailure> {
  const error: unknown = await fetched(url, reach).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DownloadFailure);
  return error as DownloadFailure;
}

describe('the link of an export', () => {
  it('leads to another port of the host that the service has', async () => {
    const url = await serving();
    expect(await fetched(url, { ownUrl: 'http://127.0.0.1', allow: [] })).toBe(FILE);
  });

  it.each([
    ['/file?signature=secret', '/file?signature=secret'],
    ['files/1', '/base/files/1'],
    ['../files/1', '/files/1'],
  ])('%s is below the address of the service', async (link, target) => {
    const { origin } = await serving();
    expect(await fetched(link, { ownUrl: `${origin}/base`, allow: [] })).toBe(FILE);
    expect(asks).toEqual([target]);
  });

  it.each([
    ['ftp://service.example/file', 'the link leads to an address that is not http or https'],
    ['http://[', 'the link is not an address'],
  ])('%s is told as it is', async (link, message) => {
    expect(await refusal(link)).toMatchObject({ isRefused: false, message });
  });

  it('leads to that machine also under another name', async () => {
    resolving({ 'service.example': ['127.0.0.1'] });
    expect(await fetched(await serving(), elsewhere)).toBe(FILE);
  });

  it.each([['127.0.0.0/8'], ['127.0.0.1'], ['files.internal']])(
    'leads to what is allowed: %s',
    async (entry) => {
      resolving({ 'service.example': ['203.0.113.7'], 'files.internal': ['127.0.0.1'] });
      const url = await serving();
      url.hostname = 'files.internal';
      expect(await fetched(url, { ...elsewhere, allow: [entry] })).toBe(FILE);
    },
  );

  it('leads nowhere else on our network, and nothing is asked there', async () => {
    resolving({ 'service.example': ['203.0.113.7'], 'rebound.example': ['127.0.0.1'] });
    const url = await serving();
    expect(await refusal(url)).toMatchObject({
      isRefused: true,
      message: 'the link leads to 127.0.0.1, which is not on the Internet',
    });
    url.hostname = 'rebound.example';
    expect((await refusal(url)).message).toBe(
      'the link leads to rebound.example (127.0.0.1), which is not on the Internet',
    );
    expect(asks).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://[::1]:1/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00::1]/',
    'http://2130706433/',
  ])('%s is refused', async (url) => {
    resolving({ 'service.example': ['203.0.113.7'] });
    expect((await refusal(url)).isRefused).toBe(true);
  });

  it('is bound by the same rule wherever it leads on', async () => {
    resolving({ 'service.example': ['203.0.113.7'], 'other.internal': ['127.0.0.2'] });
    const url = await serving((response, { target }) =>
      target.startsWith('/file')
        ? response.writeHead(302, { location: 'http://other.internal:1/admin' }).end()
        : response.end(FILE),
    );
    const reach = { ownUrl: 'http://127.0.0.1', allow: [] };
    expect((await refusal(url, reach)).message).toContain('other.internal (127.0.0.2)');
  });

  it('leads on five times at most', async () => {
    const url = await serving((response) => response.writeHead(302, { location: '/file' }).end());
    expect((await refusal(url, { ownUrl: 'http://127.0.0.1', allow: [] })).message).toContain(
      'more than 5 times',
    );
  });

  it('leads to no address that cannot be one', async () => {
    const url = await serving((response) => response.writeHead(302, { location: 'http://[' }).end());
    expect((await refusal(url, { ...elsewhere, ownUrl: url.origin })).message).toContain('no address');
  });

  it('holds no password', async () => {
    const url = await serving();
    url.username = 'eve';
    expect(await refusal(url, { ownUrl: 'http://127.0.0.1', allow: [] })).toMatchObject({
      isRefused: true,
      message: 'the link holds a user name or a password',
    });
    expect(asks).toEqual([]);
  });
});
