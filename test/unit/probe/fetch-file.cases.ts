import { gzipSync } from 'node:zlib';
import { fetchFile } from '../../../src/probe/spend';
import { BareServer, type Answer } from '../../support/bare-server';

async function fetched(answer: Answer): ReturnType<typeof fetchFile> {
  const server = await BareServer.start(answer);
  try {
    return await fetchFile(`${server.url}/file`, { ownUrl: 'http://127.0.0.1', allow: [] });
  } finally {
    await server.close();
  }
}

const tooMuch = Buffer.alloc(17 * 1024 * 1024);

describe('the file of a probe', () => {
  it('is fetched through a redirect, with what the first answer said', async () => {
    const { status, bytes } = await fetched((response, { target }) =>
      target === '/file'
        ? response.writeHead(302, { location: '/moved' }).end()
        : response.end('[ja]\nlocrelease_probe=x'),
    );
    expect({ status, text: Buffer.from(bytes).toString() }).toEqual({
      status: 302,
      text: '[ja]\nlocrelease_probe=x',
    });
  });

  it.each<[string, Answer]>([
    ['is large', (response) => void response.on('error', () => undefined).end(tooMuch)],
    [
      'is large once unpacked',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(tooMuch)),
    ],
  ])('fills no memory where it %s', async (_what, answer) => {
    await expect(fetched(answer)).rejects.toThrow();
  });
});
