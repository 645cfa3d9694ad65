/** A worker, a gateway and a sandbox around the shared Temporal server, and releases to run through them. */
import {
  Client,
  Connection,
  WorkflowNotFoundError,
  type WorkflowHandleWithStartDetails,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { DataConverter, Workflow } from '@temporalio/common';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { readConfig } from '../../src/config/config';
import { startGateway, type Gateway } from '../../src/gateway/gateway';
import { publishTurnWorkflowId, releaseWorkflowId } from '../../src/domain/identity';
import type { ReleaseInput } from '../../src/domain/release-input';
import type { ReleaseRecord } from '../../src/domain/release-record';
import { releaseSpec, type ReleaseFile } from '../../src/domain/release-file';
import type { ReleaseStatus } from '../../src/domain/status';
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { ContentStore } from '../../src/store/content-store';
import { putSnapshot } from '../../src/store/source-snapshot';
import { dataConverter } from '../../src/temporal/data-converter';
import { protoTimeOf } from '../../src/temporal/proto-time';
import { parseEncryptionKeys } from '../../src/config/encryption-keys';
import { createReleaseWorker } from '../../src/worker';
import type { localizationRelease } from '../../src/workflows';
import { publishTurnSignal, resolveUpdate, statusQuery } from '../../src/protocol/messages';
import type { ResolveAction } from '../../src/domain/stages';
import { quietLogger } from '../temporal/quiet-logger';
import { MAX_SKIPS, TimeSkippingWorkflowClient } from '../temporal/time-skipping-client';
import { followTime } from '../support/follow-time';
import { until } from '../support/until';

type History = Awaited<ReturnType<ReleaseHandle['fetchHistory']>>;
export type ReleaseHandle = WorkflowHandleWithStartDetails<typeof localizationRelease>;

interface StartedRun {
  workflowId: string;
  firstExecutionRunId: string;
}

export interface RigOptions {
  sandbox?: SandboxProfileInput;
  /** Whether the service is told where to call back. */
  callbacks?: boolean;
  minCheckInterval?: string;
  /** Skips time wherever the workflow waits; nothing can be said to it during a wait then. */
  skipTime?: boolean;
  /** Another server than the shared one. */
  address?: string;
  /** As in LOCRELEASE_ENCRYPTION_KEYS. */
  encryptionKeys?: string;
  /** Whether a worker runs from the start, in this process. */
  worker?: boolean;
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
  readonly taskQueue = `test-${randomUUID()}`;
  /** Of this rig alone: releases of one project take turns to publish, whichever test made them. */
  readonly project = `game-${randomUUID().slice(0, 8)}`;
  readonly directory = mkdtempSync(join(tmpdir(), 'locrelease-rig-'));
  readonly configFile = join(this.directory, 'locrelease.config.yaml');
  readonly store = new ContentStore(join(this.directory, 'store'));
  readonly #started: StartedRun[] = [];
  #worker: Worker | null = null;
  /** The newest code that ran here: it must be able to replay all that came before it. */
  #codePath = process.env.LOCRELEASE_TEST_BUNDLE ?? '';
  #running: Promise<void> | null = null;

  private constructor(
    readonly sandbox: Sandbox,
    readonly client: Client,
    readonly connection: NativeConnection,
    readonly options: RigOptions,
    public gateway: Gateway | null,
  ) {
    const credentials = {
      appKeyVariable: 'LOCALIZATION_APP_KEY',
      appSecretVariable: 'LOCALIZATION_APP_SECRET',
    };
    writeFileSync(this.configFile, stringify({ projects: { [this.project]: credentials } }));
  }

  static async start(options: RigOptions = {}): Promise<ReleaseRig> {
    installQuietRuntime();
    const address = options.address ?? process.env.LOCRELEASE_TEST_ADDRESS ?? '';
    const sandbox = await startSandbox({ pace: quickPace, ...options.sandbox });
    const connection = await Connection.connect({ address });
    const client = new Client({ connection, dataConverter: converterOf(options) });
    if (options.skipTime === true) {
      Object.assign(client, { workflow: new TimeSkippingWorkflowClient({ connection }) });
    }
    const rig = new ReleaseRig(sandbox, client, await NativeConnection.connect({ address }), options, null);
    if (options.callbacks ?? true) {
      rig.gateway = await startGateway({
        client,
        config: readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory),
        logger: quietLogger,
      });
    }
    if (options.worker ?? true) await rig.startWorker();
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
      LOCRELEASE_MIN_CHECK_INTERVAL: this.options.minCheckInterval ?? '3s',
      LOCRELEASE_STORE: join(this.directory, 'store'),
      ...(this.options.encryptionKeys === undefined
        ? {}
        : { LOCRELEASE_ENCRYPTION_KEYS: this.options.encryptionKeys }),
      ...(this.gateway === null ? {} : { CALLBACK_BASE_URL: this.gateway.url }),
      ...more,
    };
  }

  async startWorker(more: Record<string, string> = {}, codePath = this.#codePath): Promise<void> {
    this.#codePath = codePath;
    this.#worker = await createReleaseWorker({
      config: readConfig(this.env(more), this.directory),
      connection: this.connection,
      client: new Client({
        connection: this.client.connection,
        dataConverter: converterOf(this.options),
      }),
      workflowBundle: { codePath },
      interceptors: this.options.skipTime === true ? [followTime(this.sandbox.clock)] : [],
    });
    this.#running = this.#worker.run();
  }

  async stopWorker(): Promise<void> {
    if (this.#worker?.getState() === 'RUNNING') this.#worker.shutdown();
    await this.#running;
  }

  async input(file: Partial<ReleaseFile> = {}, strings = defaultStrings): Promise<ReleaseInput> {
    const { sha256 } = await putSnapshot(this.store, strings);
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
    return { spec, source: { kind: 'snapshot', sha256, strings: strings.length }, startedBy: 'tester' };
  }

  async release(file: Partial<ReleaseFile> = {}, strings = defaultStrings): Promise<ReleaseHandle> {
    return this.startRelease(await this.input(file, strings));
  }

  async startRelease(input: ReleaseInput, continued?: ReleaseRecord): Promise<ReleaseHandle> {
    const handle = await this.startWorkflow<typeof localizationRelease>('localizationRelease', {
      workflowId: releaseWorkflowId(input.spec),
      taskQueue: this.taskQueue,
      args: [input, ...(continued === undefined ? [] : [continued])] as Parameters<
        typeof localizationRelease
      >,
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
    const handle = await this.client.workflow.start<Type>(type, options);
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
    let status = await this.status(handle);
    await until(what, async () => {
      status = await this.status(handle);
      return wanted(status);
    });
    return status;
  }

  waitingForTerms(handle: ReleaseHandle): Promise<ReleaseStatus> {
    return this.reached(handle, ({ waitingFor }) => waitingFor?.kind === 'terms', 'it waits for terms');
  }

  parked(handle: ReleaseHandle): Promise<ReleaseStatus> {
    return this.reached(handle, ({ state }) => state === 'parked', 'it is parked');
  }

  /** Replays every history made here, so that each test also guards determinism, then ends everything. */
  async close(): Promise<void> {
    const histories = await this.#histories();
    await this.stopWorker();
    await this.gateway?.close();
    await this.sandbox.close();
    await this.client.connection.close();
    await rm(this.directory, { recursive: true, force: true });
    try {
      for (const history of histories) {
        await Worker.runReplayHistory(
          { workflowBundle: { codePath: this.#codePath }, dataConverter: converterOf(this.options) },
          history,
        );
      }
    } finally {
      // Last: the SDK's runtime ends with the last thing that uses it, and a replay begun in that moment fails.
      await this.connection.close();
    }
  }

  /** Of every run of every workflow started here, and of the queue in which they took turns. */
  async #histories(): Promise<History[]> {
    const histories: History[] = [];
    for (const { workflowId, firstExecutionRunId } of this.#started) {
      let runId: string | null | undefined = firstExecutionRunId;
      while (runId) {
        const history = await this.client.workflow.getHandle(workflowId, runId).fetchHistory();
        histories.push(history);
        runId = history.events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
      }
    }
    const queue = this.client.workflow.getHandle(publishTurnWorkflowId(this.project));
    try {
      await queue.describe();
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return histories;
      throw error;
    }
    return [...histories, await queue.fetchHistory()];
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

function converterOf({ encryptionKeys }: RigOptions): DataConverter {
  const keys = encryptionKeys === undefined ? [] : parseEncryptionKeys(encryptionKeys).keys;
  return dataConverter({ encryptionKeys: keys ?? [] });
}

let installed = false;
export function installQuietRuntime(): void {
  if (installed) return;
  Runtime.install({ logger: quietLogger });
  installed = true;
}
