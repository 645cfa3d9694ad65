/** Operators at a real browser, before a real gateway, worker, Temporal server and sandbox. */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Browser, BrowserContextOptions, Cookie, Page } from 'playwright-core';
import { readConfig, type Config } from '../../src/config/config';
import type { Gateway } from '../../src/gateway/gateway';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { startConsole, tokens, type OperatorName } from '../support/console';
import { ReleaseRig, type ReleaseHandle, type RigOptions } from '../workflows/release-rig';
import { launchBrowser } from './launch-browser';
import { whySilent } from './silent-page';

/** How long a page may take to show something: the machines of a test are slower than an operator's. */
const PATIENCE_MS = 120_000;

export interface BrowserRigOptions extends RigOptions {
  /** Before a server of its own, where no release of another rig is in the inbox, the list or a search. */
  alone?: boolean;
}

/**
 * One browser, and one server with one worker, for all rigs of a file: releases are apart by their project, and each rig
 * has a sandbox and a gateway of its own. A file of several modules imports this one itself, so that they end with it.
 */
let browserOfFile: Promise<Browser> | null = null;
let serverOfFile: Promise<DevServer> | null = null;
afterAll(async () => {
  await (await browserOfFile)?.close();
  await (await serverOfFile)?.stop();
});

export class BrowserRig {
  /** Errors, dialogs and violations of the content security policy on any page. */
  readonly faults: string[] = [];
  readonly #sessions = new Map<string, Cookie[]>();
  readonly #others: Gateway[] = [];

  private constructor(
    private readonly ownServer: DevServer | null,
    readonly releases: ReleaseRig,
    private readonly gateway: Gateway,
    private readonly browser: Browser,
  ) {}

  static async start({ alone = false, ...options }: BrowserRigOptions = {}): Promise<BrowserRig> {
    const ownServer = alone ? await startServer() : null;
    const { address } = ownServer ?? (await (serverOfFile ??= startServer()));
    const rigOptions = { minCheckInterval: '200ms', address, ownWorker: alone, ...options };
    const releases = await ReleaseRig.start(rigOptions);
    const gateway = await startConsole(releases.client, configOf(releases));
    const browser = await (browserOfFile ??= launchBrowser(process.env.LOCRELEASE_TEST_BROWSER ?? ''));
    return new BrowserRig(ownServer, releases, gateway, browser);
  }

  /** The same releases, before a console that is called so; answers its address. */
  async anotherConsole(environment: string): Promise<string> {
    const config = configOf(this.releases);
    const gateway = await startConsole(this.releases.client, config, {
      console: { ...config.console, environment },
    });
    this.#others.push(gateway);
    return gateway.url;
  }

  get url(): string {
    return this.gateway.url;
  }

  /** A browser of its own for one person, who has signed in unless it is nobody. */
  async open(
    who: OperatorName | null,
    path = '/',
    { url = this.url, ...options }: BrowserContextOptions & { url?: string } = {},
  ): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('page', (page) => this.#watch(page));
    const page = await context.newPage();
    if (who !== null) await this.#signIn(page, who, url);
    await page.goto(`${url}${path}`);
    await page.getByRole('main').waitFor();
    return page;
  }

  /** Once for each person and gateway: a gateway takes ten sign-ins a minute from one address. */
  async #signIn(page: Page, who: OperatorName, url: string): Promise<void> {
    const known = this.#sessions.get(`${who} ${url}`);
    if (known !== undefined) return page.context().addCookies(known);
    await page.goto(`${url}/#token=${tokens[who]}`);
    await page.getByRole('banner').waitFor();
    this.#sessions.set(`${who} ${url}`, await page.context().cookies());
  }

  /** Closes every window; fails where a page did what no page may. */
  async leave(): Promise<void> {
    for (const context of this.browser.contexts()) {
      for (const page of context.pages()) {
        const why = await whySilent(this.browser, page);
        if (why !== null) this.faults.push(why);
      }
      await context.close();
    }
    const faults = this.faults.splice(0);
    if (faults.length > 0) throw new Error(`on the page: ${faults.join('; ')}`);
  }

  async close(): Promise<void> {
    await this.leave();
    if (this.ownServer === null) await this.#endReleases();
    for (const gateway of [this.gateway, ...this.#others]) await gateway.close();
    await this.releases.close();
    await this.ownServer?.stop();
  }

  /** Nobody works on what is left open once this rig is closed, and the inbox of the next would show it as stuck. */
  async #endReleases(): Promise<void> {
    const { workflow } = this.releases.client;
    const query = `ExecutionStatus = 'Running' AND WorkflowId STARTS_WITH 'release/${this.releases.project}/'`;
    for await (const { workflowId } of workflow.list({ query }))
      await workflow.getHandle(workflowId).terminate('the rig is closed').catch(exceptEnded);
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.faults.push(error.stack ?? error.message));
    page.on('dialog', (dialog) => {
      this.faults.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      // The policy's violations are among these. So is each answer of a gateway that refuses or is away, which is
      // what some tests are about.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.faults.push(message.text());
      }
    });
  }
}

/** The list is a moment behind. */
function exceptEnded(error: unknown): void {
  if (!(error instanceof WorkflowNotFoundError)) throw error;
}

const configOf = (releases: ReleaseRig): Config =>
  readConfig(releases.env({ GATEWAY_PORT: '0' }), releases.directory);

/** Not the shared one: the inbox and the list show all that a server has, and other tests leave releases behind. */
async function startServer(): Promise<DevServer> {
  const binary = await findTemporalBinary({ report: (line) => process.stderr.write(`${line}\n`) });
  const searchAttributes = searchAttributeTypes;
  return startDevServer({ binary, searchAttributes });
}

/** Where a release's page is. */
export const releasePath = ({ workflowId }: Pick<ReleaseHandle, 'workflowId'>): string =>
  workflowId.replace(/^release/, '/releases');
export const reviewPath = (handle: Pick<ReleaseHandle, 'workflowId'>): string =>
  `${releasePath(handle)}/terms`;
