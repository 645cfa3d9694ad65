/** Performs operations on this machine. Connections are opened on first use. */
import type { Client } from '@temporalio/client';
import { openArchive } from '../client/records/archived-releases';
import { ReleaseClient } from '../client/releases/release-client';
import { releaseLink } from '../client/releases/release-name';
import type { ServiceClients } from '../client/service-clients';
import { WorkClient } from '../client/work-client';
import type { Config } from '../config/config';
import { openStore } from '../store/open-store';
import { connectClient, temporalAddress, type TemporalAddress } from '../temporal/connect-client';
import { knowingSearchAttributes } from '../temporal/search-attributes';
import { temporalFault } from '../temporal/temporal-fault';
import { closeTracing } from '../tracing/tracing';
import type { Ask, Backend, ExportedContent } from './backend';
import type { Who } from './operation';
import type { BareAccess, OperationAccess, ServiceAccess, TemporalAccess } from '../client/access';
import { operationCalled } from './all-operations';
import { perform } from './perform';

interface Connected {
  client: Client;
  target: TemporalAddress;
}

export class LocalBackend implements Backend {
  readonly sharesFiles = true;
  readonly #access: BareAccess;
  #services: Promise<ServiceClients> | null = null;
  #connected: Promise<Connected> | null = null;

  constructor(
    private readonly config: Config,
    private readonly who: Who,
  ) {
    const store = openStore(config.store);
    this.#access = { config, store, archive: openArchive(config), readsFiles: true };
  }

  get contents(): Backend['contents'] {
    return this.#access.store;
  }

  readonly ask: Ask = async (name, input) => {
    const operation = await operationCalled(name);
    if (operation === null) throw new Error(`There is no operation ${name}.`);
    const services = operation.needsServices ? await this.#withServices() : {};
    const run = (access: BareAccess): Promise<unknown> =>
      perform(operation, { ...access, ...services }, input, this.who);
    // The operation was found by its name, so the result has its type.
    return (operation.needsTemporal ? this.withTemporal(run) : run(this.#access)) as never;
  };

  /** For commands that are not operations. */
  async withTemporal<Result>(act: (access: TemporalAccess) => Promise<Result>): Promise<Result> {
    const { client, target } = await (this.#connected ??= this.#connect());
    const access = {
      ...this.#access,
      client,
      releases: new ReleaseClient(client, this.#access.archive),
      works: new WorkClient(client, this.config),
    };
    const { connection } = client;
    try {
      // A server without our search attributes refuses before anything is done, so the call can be repeated.
      return await knowingSearchAttributes({ connection, namespace: target.namespace }, () => act(access));
    } catch (error) {
      throw temporalFault(error, target);
    }
  }

  async withEverything<Result>(act: (access: OperationAccess) => Promise<Result>): Promise<Result> {
    const services = await this.#withServices();
    return this.withTemporal((access) => act({ ...access, ...services }));
  }

  copyTo({ sha256 }: ExportedContent, target: string): Promise<void> {
    return this.#access.store.copyTo(sha256, target);
  }

  isStored(sha256: string): Promise<boolean> {
    return this.#access.store.has(sha256);
  }

  readonly rules = (): Config => this.config;

  readonly linkOf = (id: string): string => releaseLink(this.config.consoleUrl, id);

  async close(): Promise<void> {
    await (await this.#services)?.close();
    const connected = await this.#connected?.catch(() => null);
    await connected?.client.connection.close();
    await closeTracing();
  }

  async #withServices(): Promise<Pick<ServiceAccess, 'localization' | 'social'>> {
    this.#services ??= import('../client/service-clients.js').then(
      ({ ServiceClients: Clients }) => new Clients(this.config),
    );
    const { localization, social } = await this.#services;
    return { localization, social };
  }

  async #connect(): Promise<Connected> {
    const target = temporalAddress();
    return { client: await connectClient(this.config, target, this.config), target };
  }
}
