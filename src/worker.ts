/**
 * The worker process, which alone has the services' credentials and makes the calls. Many may run at once, each for
 * some roles or for all.
 */
import { log } from '@temporalio/activity';
import {
  NativeConnection,
  Worker,
  type ActivityInterceptorsFactory,
  type WorkerOptions,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import type { Client } from '@temporalio/client';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createActivities, type Activities } from './activities/activities';
import type { ActivityDependencies } from './activities/dependencies';
import { boundResults, checkActivityInputs, notifyIfStalled } from './activities/interceptors';
import { ServiceLimits, waitingHere } from './activities/service-limits';
import { workerRegistry } from './activities/call-failure';
import { reportLocalFailures } from './activities/local-failures';
import type { Config } from './config/config';
import { queueOfRole } from './domain/worker-roles';
import { endInTime } from './health/end-in-time';
import { NotificationRouter } from './notices/notification-router';
import { LocalizationClient } from './localization/localization-client';
import { callbackUrl } from './localization/callback-address';
import { SocialClient } from './social/social-client';
import { Archive } from './store/archive';
import { ContentStore } from './store/content-store';
import { ManifestArchive } from './store/manifest-archive';
import { openStorage, storeResponds, storeId } from './store/open-store';
import { connectClient, temporalAddress, unreachable, type TemporalAddress } from './temporal/connect-client';
import { workerDataConverter } from './temporal/payloads/data-converter';
import { createLogger } from './temporal/log';
import { boundHeaps, cachedWorkflows } from './temporal/worker-memory';
import { installRuntime, serveWorkerEndpoints, type WorkerEndpoints } from './temporal/worker-endpoints';
import { ensureSearchAttributes } from './temporal/search-attributes';
import { workerIdentity } from './temporal/worker-identity';
import { workerCount } from './temporal/worker-count';
import { WorkerGroup } from './temporal/worker-group';
import { modulePath } from './package';
import type { Tracing } from './tracing/open-telemetry';
import { closeTracing, openTracing } from './tracing/tracing';

const STORE_PATIENCE_MS = 5000;
const HEARTBEAT_EVERY_MS = 1000;
/**
 * The SDK delays heartbeats by up to four fifths of their timeout, and a busy machine then sends the next one too late.
 * At this interval several may be late before Temporal takes the worker for dead.
 */
const HEARTBEATS_REACH_TEMPORAL_EVERY = '5 seconds';

export interface ReleaseWorkerOptions extends Pick<
  WorkerOptions,
  'stickyQueueScheduleToStartTimeout' | 'maxConcurrentActivityTaskExecutions'
> {
  config: Config;
  connection: NativeConnection;
  client: Client;
  /** Replaces the built bundle; without either (null), the workflows are bundled at the start, which takes seconds. */
  workflowBundle?: WorkflowBundleOption | null;
  /** Replaces the configured activities; a `default` stands for all of them. */
  activities?: Activities | { default: (...input: unknown[]) => Promise<unknown> };
  /** Run around every activity, outside our own. */
  interceptors?: readonly ActivityInterceptorsFactory[];
  tracing?: Tracing | null;
}

export async function createReleaseWorker({
  config,
  connection,
  client,
  workflowBundle = builtWorkflowBundle(config),
  tracing = null,
  activities = releaseActivities(config, client, tracing),
  interceptors = [],
  ...limits
}: ReleaseWorkerOptions): Promise<WorkerGroup> {
  const shared: Omit<WorkerOptions, 'taskQueue'> = {
    ...limits,
    connection,
    namespace: client.options.namespace,
    dataConverter: workerDataConverter(config),
    identity: workerIdentity(await knownStoreId(config)),
    activities,
    ...versioning(config),
    interceptors: {
      // A built bundle already contains the interceptors.
      ...(workflowBundle === null ? { workflowModules: [modulePath('workflows/pass-trace')] } : {}),
      activity: [
        ...(tracing === null ? [] : [tracing.activityInterceptor]),
        ...interceptors,
        heartbeatWhileRunning,
        notifyIfStalled({
          stalledAfterMs: config.notices.stalledAfterMs,
          post: (reported) => notificationRouter(config, client).post(reported),
        }),
        reportLocalFailures,
        boundResults,
        checkActivityInputs,
      ],
    },
    maxHeartbeatThrottleInterval: HEARTBEATS_REACH_TEMPORAL_EVERY,
    shutdownGraceTime: '10 seconds',
    // A call that ignores its cancellation is abandoned; its heartbeats stop, and another worker repeats it.
    shutdownForceTime: '20 seconds',
  };
  const workflows: Partial<WorkerOptions> = {
    ...(workflowBundle === null ? { workflowsPath: modulePath('workflows/index') } : { workflowBundle }),
    // With many releases starting at once, two pollers for uncached workflows would delay all of them.
    workflowTaskPollerBehavior: { type: 'autoscaling' },
    maxCachedWorkflows: cachedWorkflows(config.workerMemoryMb),
  };
  const workers: Worker[] = [];
  for (const role of config.workerRoles) {
    const taskQueue = queueOfRole(config.taskQueue, role);
    workers.push(await Worker.create({ ...shared, taskQueue, ...(role === 'calls' ? workflows : SELDOM) }));
  }
  return new WorkerGroup(workers);
}

/** null: the store does not respond, which must not keep the worker from starting. */
async function knownStoreId({ store }: Config): Promise<string | null> {
  const waited = delay(STORE_PATIENCE_MS, null, { ref: false });
  return Promise.race([storeId(openStorage(store)), waited]).catch(() => null);
}

/** The build makes two bundles, because failures are encrypted where they are created, inside the bundle. */
function builtWorkflowBundle({ encryptionKeys }: Config): WorkflowBundleOption | null {
  const codePath = modulePath(encryptionKeys.length === 0 ? 'workflow-bundle' : 'workflow-bundle-encrypted');
  return existsSync(codePath) ? { codePath } : null;
}

/** One poller is enough for little work; the number grows with the load. */
const SELDOM: Partial<WorkerOptions> = { activityTaskPollerBehavior: { type: 'autoscaling', initial: 1 } };

export function releaseActivities(
  config: Config,
  client: Client,
  tracing: Tracing | null = null,
): Activities {
  return createActivities(activityDependencies(config, client, tracing));
}

/**
 * Workers of a new version take over all open releases at once, so that old ones can stop although releases may wait
 * for a person for weeks. New code must therefore replay every open release, as without versioning.
 */
function versioning({ deployment }: Config): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (deployment === null) return {};
  const version = { deploymentName: deployment.name, buildId: deployment.buildId };
  return {
    workerDeploymentOptions: {
      version,
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  };
}

/** Runs until SIGINT or SIGTERM, then finishes the current work. */
export async function runWorker(
  config: Config,
  options: Pick<ReleaseWorkerOptions, 'workflowBundle' | 'stickyQueueScheduleToStartTimeout'> = {},
): Promise<void> {
  const target = temporalAddress();
  const client = await connectClient(config, target);
  let worker: WorkerGroup | null = null;
  let endpoints: WorkerEndpoints | null = null;
  try {
    await ensureSearchAttributes(client.connection, target.namespace);
    if (config.metrics !== null) {
      const storage = openStorage(config.store);
      const needs = {
        Temporal: () => client.workflowService.getSystemInfo({}),
        'The store': () => storeResponds(storage),
      };
      endpoints = await serveWorkerEndpoints(config.metrics, () => worker, needs, workerRegistry);
    }
    // Installed late: a process with a runtime and without a worker would not end.
    installRuntime(config, endpoints?.sdkMetricsPort ?? null);
    // The runtime's logger buffers entries, and would lose this one as the process ends.
    endInTime('worker', createLogger(config));
    const connection = await connectWorker(target);
    try {
      const tracing = await openTracing();
      boundHeaps(config.workerMemoryMb);
      worker = await createReleaseWorker({ config, connection, client, tracing, ...options });
      await worker.run();
    } finally {
      await connection.close();
    }
  } finally {
    await endpoints?.close();
    await client.connection.close();
    await closeTracing();
  }
}

/** A worker needs a native connection to the same server. */
async function connectWorker({ connectionOptions }: TemporalAddress): Promise<NativeConnection> {
  const { address, tls, apiKey, metadata } = connectionOptions;
  try {
    return await NativeConnection.connect({
      ...(address === undefined ? {} : { address }),
      ...(tls === undefined ? {} : { tls }),
      ...(typeof apiKey === 'string' ? { apiKey } : {}),
      ...(metadata === undefined ? {} : { metadata }),
    });
  } catch (error) {
    throw unreachable(connectionOptions, error);
  }
}

function notificationRouter(config: Config, temporal: Client): NotificationRouter {
  const { taskQueue, consoleUrl, notices } = config;
  return new NotificationRouter({ temporal, taskQueue, consoleUrl, routes: notices.routes });
}

/** Makes one client per project and service on first use, for the worker's lifetime. */
function activityDependencies(
  config: Config,
  temporal: Client,
  tracing: Tracing | null,
): ActivityDependencies {
  const traced = tracing === null ? {} : { aroundCall: tracing.aroundCall };
  const localization = new Map<string, LocalizationClient>();
  let social: SocialClient | undefined;
  const storage = openStorage(config.store);
  const limits = new ServiceLimits(config.limits, workerCount(temporal, config.taskQueue));
  return {
    temporal,
    taskQueue: config.taskQueue,
    minCheckIntervalMs: config.minCheckIntervalMs,
    exportsRoot: config.exportsRoot,
    fourEyes: config.fourEyes,
    quietHours: config.quietHours,
    prices: config.prices,
    readings: config.assumptions.readings,
    store: new ContentStore(storage),
    manifests: new ManifestArchive(new Archive(storage)),
    signingKey: config.signingKey,
    notices: notificationRouter(config, temporal),
    noticeRoutes: config.noticeRoutes(),
    localization: (project) => {
      const known = localization.get(project);
      if (known !== undefined) return known;
      const settings = config.project(project);
      const takePermit = waitingHere(limits.localization(settings.appKey));
      const client = new LocalizationClient({ ...settings, onClockCorrected, takePermit, ...traced });
      localization.set(project, client);
      return client;
    },
    appSecret: (project) => config.project(project).appSecret,
    reach: (project) => config.project(project).reach,
    social: () =>
      (social ??= new SocialClient({
        ...config.social(),
        takePermit: waitingHere(limits.social),
        ...traced,
      })),
    callbackUrl: (addressee) =>
      config.callbackBaseUrl === null
        ? null
        : callbackUrl(config.callbackBaseUrl, config.project(addressee.project).appSecret, addressee),
  };
}

/** Corrects only the calls; everything else on this machine still uses the wrong time. */
function onClockCorrected(aheadMs: number): void {
  log.warn(
    'The clock differs from that of the localization service. Calls are signed with its time. Set the clock with NTP.',
    { serviceAheadSeconds: Math.round(aheadMs / 1000) },
  );
}

/** Heartbeats distinguish a slow call from a dead worker. */
const heartbeatWhileRunning: ActivityInterceptorsFactory = (context) => ({
  inbound: {
    async execute(input, next) {
      const beat = setInterval(() => context.heartbeat(), HEARTBEAT_EVERY_MS);
      try {
        return await next(input);
      } finally {
        clearInterval(beat);
      }
    },
  },
});
