/** A worker, a gateway and a sandbox around the shared Temporal server, and releases to run through them. */
import {
  Client,
  ServiceError,
  WorkflowNotFoundError,
  type WorkflowHandleWithStartDetails,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { readConfig } from '../../src/config/config';
import { startGateway, type Gateway } from '../../src/gateway/gateway';
import { publishQueueWorkflowId } from '../../src/domain/release/identity';
import { noticeRouteWorkflowId } from '../../src/domain/notices/notice';
import type { OperatorProof, ReleaseInput } from '../../src/domain/release/release-input';
import type { ReleaseRecord } from '../../src/domain/release/release-record';
import { releaseSpec, type ReleaseFile } from '../../src/domain/release/release-file';
import { releaseStart, releaseWorkflowType } from '../../src/domain/release/release-start';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { Secret } from '../../src/http/secret';
import { proofOf, sourceDigest, type Statement } from '../../src/localization/operator-proof';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox';
import { openStore } from '../../src/store/open-store';
import { putSnapshot } from '../../src/store/source-snapshot';
import { protoTimeOf } from '../../src/temporal/payloads/proto-time';
import type { WorkerGroup } from '../../src/temporal/worker-group';
import { createReleaseWorker, releaseActivities } from '../../src/worker';
import type { localizationRelease } from '../../src/workflows';
import { publishTurnSignal, resolveUpdate, statusQuery } from '../../src/protocol/messages';
import type { ResolveAction } from '../../src/domain/release/stages';
import { quietLogger } from '../temporal/quiet-logger';
import { MAX_SKIPS, TimeSkippingWorkflowClient } from '../temporal/time-skipping-client';
import { followTime } from '../support/follow-time';
import { until } from '../support/until';
import { expectNoSecrets } from './invariants';
import type { SharedWorker } from './shared-worker';
import { withToldResult } from './told-result';
import {
  connectionsTo,
  converterFor,
  rigCloses,
  rigOpens,
  workerOfFile,
  type Connections,
  type MadeHistory,
} from './test-file';
import { DirectoryStore } from '../support/directory-store';

export { installQuietRuntime } from './test-file';

type Strings = Parameters<typeof putSnapshot>[1];
export type ReleaseHandle = WorkflowHandleWithStartDetails<typeof localizationRelease>;

interface StartedRun {
  workflowId: string;
  firstExecutionRunId: string;
}

export interface RigOptions {
  sandbox?: SandboxProfileInput;
  /** Has the last word on what the services answer. */
  alter?: SandboxOptions['alter'];
  /** Whether the service is told where to call back. */
  callbacks?: boolean;
  minCheckInterval?: string;
  /** Skips time wherever the workflow waits; nothing can be said to it during a wait then. */
  skipTime?: boolean;
  /** Another server than the shared one. */
  address?: string;
  /** As in LOCRELEASE_ENCRYPTION_KEYS. */
  encryptionKeys?: string;
  /** More of the workers' environment. */
  env?: Record<string, string>;
  /** More of the configuration file. */
  config?: object;
  /** Whether a worker runs from the start, in this process. */
  worker?: boolean;
  /**
   * A worker of its own, which can be stopped and started again, instead of the one that the file's rigs share. With
   * another server each has its own, unless this is false: then all that share one are before the same server.
   */
  ownWorker?: boolean;
}

const defaultStrings = [
  { string_id: 'greeting', content: 'Hello, Elder Mira!' },
  { string_id: 'farewell', content: 'Elder Mira leaves the Crystal Keep.' },
  { string_id: 'quest', content: 'Find the Crystal Keep before dawn; it costs {gold} gold = 3 "coins"' },
];

/** Nothing after the translation, where only the review matters. */
export const reviewOnly: Partial<ReleaseFile> = {
  supplementLanguages: [],
  publish: false,
  export: undefined,
  announce: undefined,
};

/** Fast enough for a test, slow enough that every status is passed through. */
export const quickPace = {
  importMs: 20,
  scanMs: 40,
  termTranslateMs: 20,
  stepMs: 20,
  optimizeMs: 20,
  publishMs: 40,
  termUploadMs: 20,
  targetMs: 40,
};

export class ReleaseRig {
  /** Of this rig alone: releases of one project take turns to publish, whichever test made them. */
  readonly project = `game-${randomUUID().slice(0, 8)}`;
  readonly directory = mkdtempSync(join(tmpdir(), 'locrelease-rig-'));
  readonly configFile = join(this.directory, 'locrelease.config.yaml');
  /** Where the environment names no other. */
  readonly store = new DirectoryStore(join(this.directory, 'store'));
  readonly #started: StartedRun[] = [];
  #worker: WorkerGroup | null = null;
  /** The newest code that ran here: it must be able to replay all that came before it. */
  #codePath = currentCode();
  #running: Promise<void> | null = null;

  private constructor(
    readonly sandbox: Sandbox,
    readonly client: Client,
    private readonly connections: Connections,
    private readonly shared: SharedWorker | null,
    readonly taskQueue: string,
    readonly options: RigOptions,
    public gateway: Gateway | null = null,
  ) {
    const credentials = {
      appKeyVariable: 'LOCALIZATION_APP_KEY',
      appSecretVariable: 'LOCALIZATION_APP_SECRET',
    };
    const projects = { [this.project]: credentials };
    writeFileSync(this.configFile, stringify({ projects, ...options.config }));
  }

  static async start(options: RigOptions = {}): Promise<ReleaseRig> {
    rigOpens();
    const address = options.address ?? sharedServer();
    const connections = await connectionsTo(address);
    const shared = canShareWorker(options) ? await workerOfFile(address, currentCode()) : null;
    const taskQueue = shared?.taskQueue ?? `test-${randomUUID()}`;
    const connection = connections.client;
    const client = new Client({ connection, dataConverter: converterFor(options.encryptionKeys ?? '') });
    if (options.skipTime === true) {
      Object.assign(client, { workflow: new TimeSkippingWorkflowClient({ connection }) });
    }
    const profile = { pace: quickPace, ...options.sandbox };
    const sandbox = await startSandbox(profile, options.alter && { alter: options.alter });
    const rig = new ReleaseRig(sandbox, client, connections, shared, taskQueue, options);
    if (options.callbacks ?? true) {
      rig.gateway = await startGateway({
        client,
        config: readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory),
        logger: quietLogger,
      });
    }
    if (shared !== null) rig.#moveInto(shared);
    else if (options.worker ?? true) await rig.startWorker();
    return rig;
  }

  /** What a worker's environment would hold. */
  env(more: Record<string, string> = {}): Record<string, string> {
    return {
      LOCALIZATION_BASE_URL: this.sandbox.url,
      LOCALIZATION_APP_KEY: 'sandbox-app-key',
      LOCALIZATION_APP_SECRET: 'sandbox-app-secret',
      SOCIAL_BASE_URL: this.sandbox.url,
      SOCIAL_ACCESS_TOKEN: 'sandbox_it_token',
      LOCRELEASE_TASK_QUEUE: this.taskQueue,
      LOCRELEASE_MIN_CHECK_INTERVAL: this.options.minCheckInterval ?? '100ms',
      LOCRELEASE_STORE: join(this.directory, 'store'),
      ...(this.options.encryptionKeys === undefined
        ? {}
        : { LOCRELEASE_ENCRYPTION_KEYS: this.options.encryptionKeys }),
      ...(this.gateway === null ? {} : { CALLBACK_BASE_URL: this.gateway.url }),
      ...this.options.env,
      ...more,
    };
  }

  async startWorker(more: Record<string, string> = {}, codePath = this.#codePath): Promise<void> {
    this.#demandOwnWorker();
    this.#codePath = codePath;
    this.#worker = await createReleaseWorker({
      config: readConfig(this.env(more), this.directory),
      connection: this.connections.worker,
      client: this.#workersClient(),
      workflowBundle: { codePath },
      interceptors: this.#interceptors(),
    });
    this.#running = this.#worker.run();
  }

  async stopWorker(): Promise<void> {
    this.#demandOwnWorker();
    this.#worker?.shutdown();
    await this.#running;
  }

  #demandOwnWorker(): void {
    if (this.shared !== null) throw new Error('this rig shares its worker: start it with ownWorker: true');
  }

  #moveInto(shared: SharedWorker): void {
    const config = readConfig(this.env(), this.directory);
    shared.admit(this.project, {
      activities: releaseActivities(config, this.#workersClient()),
      interceptors: this.#interceptors(),
    });
  }

  /** Not ours, which may skip time. */
  #workersClient(): Client {
    const { connection, options } = this.client;
    return new Client({ connection, dataConverter: options.dataConverter });
  }

  #interceptors(): ActivityInterceptorsFactory[] {
    return this.options.skipTime === true ? [followTime(this.sandbox.clock)] : [];
  }

  async input(file: Partial<ReleaseFile> = {}, strings: Strings = defaultStrings): Promise<ReleaseInput> {
    const store = openStore(readConfig(this.env(), this.directory).store);
    const snapshot = await putSnapshot(store, strings);
    const spec = releaseSpec.parse({
      name: `release-${randomUUID().slice(0, 8)}`,
      project: this.project,
      source: { file: 'strings.json' },
      targetLanguages: ['zh-cn', 'ja'],
      supplementLanguages: ['ko'],
      export: { template: 'tpl-1a2b3c4d', directory: join(this.directory, 'out') },
      announce: { accounts: ['acc_1', 'acc_2'], text: '{name} now speaks {languages}.' },
      ...file,
    });
    const source = { kind: 'snapshot', ...snapshot } as const;
    const about = sourceDigest(source);
    const proof = this.#isUnderFourEyes
      ? this.proof({ what: 'start', release: spec, about, by: 'tester' })
      : undefined;
    return { spec, source, startedBy: 'tester', proof };
  }

  /** As the gateway gives it to an operator who has signed in. */
  proof(statement: Statement): OperatorProof {
    return proofOf(new Secret('sandbox-app-secret'), statement, Date.now());
  }

  get #isUnderFourEyes(): boolean {
    return readConfig(this.env(), this.directory).fourEyes;
  }

  async release(file: Partial<ReleaseFile> = {}, strings: Strings = defaultStrings): Promise<ReleaseHandle> {
    return this.startRelease(await this.input(file, strings));
  }

  async startRelease(input: ReleaseInput, continued?: ReleaseRecord): Promise<ReleaseHandle> {
    const handle = await this.startWorkflow<typeof localizationRelease>(releaseWorkflowType, {
      ...releaseStart(input, continued),
      taskQueue: this.taskQueue,
    });
    if (this.options.skipTime === true) await grantPublishTurn(handle);
    return handle;
  }

  /**
   * Lets the waits of a running release pass at once, until so much of its time has passed; one that has begun is
   * not shortened. Nothing can be said to it meanwhile.
   */
  async fastForward(handle: ReleaseHandle, byMs = 3_600_000): Promise<void> {
    await this.skipTime(handle, { fastForwardConfig: { id: randomUUID(), duration: protoTimeOf(byMs) } });
  }

  /** Lets every wait of a running workflow that begins from now on pass at once. */
  async skipTime({ workflowId }: { workflowId: string }, config: object = {}): Promise<void> {
    await this.client.workflowService.updateWorkflowExecutionOptions({
      namespace: this.client.options.namespace,
      workflowExecution: { workflowId },
      workflowExecutionOptions: {
        timeSkippingConfig: { enabled: true, maxSessionSkipCount: MAX_SKIPS, ...config },
      },
      updateMask: { paths: ['time_skipping_config'] },
    });
  }

  async startWorkflow<Type extends Workflow>(
    type: string,
    options: WorkflowStartOptions<Type>,
  ): Promise<WorkflowHandleWithStartDetails<Type>> {
    const handle = withToldResult(await this.client.workflow.start<Type>(type, options));
    this.alsoReplay(handle);
    return handle;
  }

  /** For what somebody else started, such as a schedule or a workflow. */
  alsoReplay({ workflowId, firstExecutionRunId }: StartedRun): void {
    this.#started.push({ workflowId, firstExecutionRunId });
  }

  status(handle: ReleaseHandle): Promise<ReleaseStatus> {
    return handle.query(statusQuery);
  }

  /** A worker that is only starting, or a machine that is busy, leaves a question without an answer. */
  async #statusIfAnswered(handle: ReleaseHandle): Promise<ReleaseStatus | null> {
    try {
      return await this.status(handle);
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  async resolve(handle: ReleaseHandle, action: ResolveAction): Promise<void> {
    if (this.options.skipTime === true) await grantPublishTurn(handle);
    await handle.executeUpdate(resolveUpdate, { args: [{ by: 'tester', action }] });
  }

  /** Polls the status until it is as wanted; the bound is real time. */
  async reached(
    handle: ReleaseHandle,
    wanted: (status: ReleaseStatus) => boolean,
    what: string,
  ): Promise<ReleaseStatus> {
    return until(what, async () => {
      const status = await this.#statusIfAnswered(handle);
      return status !== null && wanted(status) && status;
    });
  }

  waitingForTerms(handle: ReleaseHandle): Promise<ReleaseStatus> {
    return this.reached(handle, ({ waitingFor }) => waitingFor?.kind === 'terms', 'it waits for terms');
  }

  parked(handle: ReleaseHandle): Promise<ReleaseStatus> {
    return this.reached(handle, ({ state }) => state === 'parked', 'it is parked');
  }

  /** Ends everything, and leaves every history made here to be replayed when the file's tests are over. */
  async close(): Promise<void> {
    const histories = await this.#histories();
    if (this.shared === null) await this.stopWorker();
    await this.gateway?.close();
    await this.sandbox.close();
    await this.shared?.dismiss(this.project);
    await rm(this.directory, { recursive: true, force: true });
    await rigCloses(
      { codePath: this.#codePath, encryptionKeys: this.options.encryptionKeys ?? '' },
      histories,
    );
    expectNoSecrets(histories, this.env());
  }

  /** Of every run of every workflow started here, of the queue in which they took turns, and of routes of notices. */
  async #histories(): Promise<MadeHistory[]> {
    const { routes } = readConfig(this.env(), this.directory).notices;
    const made: { workflowId: string; runId?: string }[] = [
      ...this.#started.map(({ workflowId, firstExecutionRunId: runId }) => ({ workflowId, runId })),
      { workflowId: publishQueueWorkflowId(this.project) },
      ...routes.map(({ key }) => ({ workflowId: noticeRouteWorkflowId(this.taskQueue, key) })),
    ];
    const histories: MadeHistory[] = [];
    for (const { workflowId, runId } of made) histories.push(...(await this.#runsOf(workflowId, runId)));
    return histories;
  }

  /** All that one run, or else the newest, belongs to: those before it that went on in a fresh history, and those after it. */
  async #runsOf(workflowId: string, anyRunId?: string): Promise<MadeHistory[]> {
    const histories: MadeHistory[] = [];
    let runId = await this.#firstRunOf(workflowId, anyRunId);
    while (runId) {
      const history = await this.client.workflow.getHandle(workflowId, runId).fetchHistory();
      histories.push({ workflowId, history });
      runId = history.events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
    }
    return histories;
  }

  /** null where there is none. */
  async #firstRunOf(workflowId: string, anyRunId?: string): Promise<string | null | undefined> {
    try {
      const { raw } = await this.client.workflow.getHandle(workflowId, anyRunId).describe();
      return raw.workflowExecutionInfo?.firstRunId;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError && anyRunId === undefined) return null;
      throw error;
    }
  }
}

/** Runs a test with a rig of its own and closes that, for tests that run side by side. */
export async function withRig(options: RigOptions, test: (rig: ReleaseRig) => Promise<void>): Promise<void> {
  const rig = await ReleaseRig.start(options);
  try {
    await test(rig);
  } finally {
    await rig.close();
  }
}

/** It would come from another workflow, and skipped time waits for nobody. */
function grantPublishTurn(handle: ReleaseHandle): Promise<void> {
  return handle.signal(publishTurnSignal);
}

function sharedServer(): string {
  return process.env.LOCRELEASE_TEST_ADDRESS ?? '';
}

function currentCode(): string {
  return process.env.LOCRELEASE_TEST_BUNDLE ?? '';
}

/** It is there from the start, on the shared server, and reads what is not encrypted. */
function canShareWorker({ worker, ownWorker, address, encryptionKeys }: RigOptions): boolean {
  const own = ownWorker ?? address !== undefined;
  return (worker ?? true) && !own && encryptionKeys === undefined;
}
