/** Has a gateway do what commands ask for. Nothing of Temporal, of the store or of the services is needed here. */
import { createHash } from 'node:crypto';
import { releaseLink } from '../client/release-link';
import { named } from '../client/release-name';
import { addressOf, namesRelease, requestOf } from '../protocol/addresses';
import { replaceFile } from '../store/replace-file';
import { StoreError } from '../store/store-error';
import type { Ask, Backend, ExportedContent } from './backend';
import { GatewayContents } from './gateway-contents';
import { GatewayRequests, type GatewayPlace } from './gateway-requests';
import { GatewayUnreachable } from './gateway-unreachable';

export class GatewayBackend implements Backend {
  readonly sharesFiles = false;
  readonly contents: GatewayContents;
  readonly #requests: GatewayRequests;

  constructor(
    private readonly place: GatewayPlace,
    /** Who somebody says they are: the gateway knows by the token. */
    private readonly as: string | undefined,
  ) {
    this.#requests = new GatewayRequests(place);
    this.contents = new GatewayContents(this.#requests);
  }

  readonly ask: Ask = async (name, said) => {
    const { id } = said as { id?: unknown };
    if (typeof id === 'string' && namesRelease(addressOf(name).path)) named(id);
    // The same table answers there; what is shown of it is made visible as everything is.
    return (await this.#requests.json({ ...requestOf(name, said), as: this.as })) as never;
  };

  async copyTo({ sha256, of }: ExportedContent, target: string): Promise<void> {
    const request =
      'release' in of
        ? requestOf('file', { id: of.release, sha256 })
        : requestOf('workFile', { work: of.work, sha256 });
    await this.#requests.exchange(request, async (reply) => {
      if (!reply.ok || reply.body === null)
        throw this.#requests.refused(reply.status, await reply.json().catch(() => null));
      await replaceFile(target, this.#checked(reply.body as AsyncIterable<Uint8Array>, sha256));
    });
  }

  readonly rules = (): object => ({});

  readonly linkOf = (id: string): string => releaseLink(this.place.server, id);

  close(): Promise<void> {
    return Promise.resolve();
  }

  async *#checked(content: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    try {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
      }
    } catch (cause) {
      throw new GatewayUnreachable(
        `The download from ${this.place.server} was cut off. The file was not written. Run the command again.`,
        { cause },
      );
    }
    if (hash.digest('hex') !== sha256)
      throw new StoreError(
        'damaged',
        'The download does not match its SHA-256: it was damaged on its way. The file was not written. Run the command again.',
      );
  }
}
