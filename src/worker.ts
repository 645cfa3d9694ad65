/**
 * The worker process: it alone holds the services' credentials and makes the calls. Many may run at once, each for some
 * roles or for all of them.
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
import { setTimeout as delay } from 'node:timers/promises';
import { createActivities, type Activities } from './activities/activities';
import type { ActivityDependencies } from './activities/dependencies';
import { boundResults, checkActivityInputs, notifyIfStalled } from './activities/interceptors';
import { ServiceLimits, waitingHere } from './activities/service-limits';
import { reportLocalFailures } from './activities/local-failures';
import { workerRegistry } from './activities/call-failure';
import type { Config } from './config/config';
import { queueOfRole } from './domain/worker-roles';
import { endInTime } from './health/end-in-time';
import type { Needs } from './health/readiness';
import { NotificationRouter } from './notices/notification-router';
import { LocalizationClient } from './localization/localization-client';
import { callbackUrl } from './localization/callback-address';
import { SocialClient } from './social/social-client';
import { Archive } from './store/archive';
import { ContentStore } from './store/content-store';
import { ManifestArchive } from './store/manifest-archive';
import { openStorage, storeResponds } from './store/open-store';
import { storeId } from './store/store-id';
import { connectClient, temporalAddress, unreachable, type TemporalAddress } from './temporal/connect-client';
import { workerDataConverter } from './temporal/payloads/data-converter';
import { createLogger } from './temporal/log';
import { boundHeaps, cachedWorkflows } from './temporal/worker-memory';
import { installRuntime } from './temporal/runtime';
import { ensureSearchAttributes } from './temporal/search-attributes';
import { workerCount } from './temporal/task-queue';
import { workerIdentity } from './temporal/worker-identity';
import { openWorkerDoor, type WorkerDoor } from './temporal/worker-door';
import { WorkerGroup } from './temporal/worker-group';
import { modulePath } from './package';
import { builtWorkflowBundle } from './temporal/workflow-bundle';
import type { Tracing } from './tracing/open-telemetry';
import { closeTracing, openTracing } from './tracing/tracing';

const STORE_PATIENCE_MS = 5000;
const HEARTBEAT_EVERY_MS = 1000;
/**
 * The SDK holds heartbeats back for four fifths of their time-out, and a busy machine then sends the next one too late.
 * So often, several may be late before a worker that lives is taken for dead.
 */
const HEARTBEATS_REACH_TEMPORAL_EVERY = '5 seconds';

export interface ReleaseWorkerOptions extends Pick<
  WorkerOptions,
  'stickyQueueScheduleToStartTimeout' | 'maxConcurrentActivityTaskExecutions'
> {
  config: Config;
  connection: NativeConnection;
  /** For the few activities that speak to Temporal themselves. */
  client: Client;
  /** Instead of the one that the build made; where there is neither, the workflows are bundled now, in seconds. */
  workflowBundle?: WorkflowBundleOption;
  /** Instead of those that the configuration makes, or a `default` that stands for all of them. */
  activities?: Activities | { default: (...input: unknown[]) => Promise<unknown> };
  /** Around every activity, before our own. */
  interceptors?: readonly ActivityInterceptorsFactory[];
  /** Of its activities and of the calls that they make. */
  tracing?: Tracing | null;
}

/** One for each role that the configuration names. */
export async function createReleaseWorker(options: ReleaseWorkerOptions): Promise<WorkerGroup> {
  const { config, client, workflowBundle = builtWorkflowBundle(config) } = options;
  const activities = options.activities ?? releaseActivities(config, client, options.tracing);
  const identity = workerIdentity(await knownStoreId(config));
  const workers: Worker[] = [];
  for (const role of config.workerRoles) {
    workers.push(
      await Worker.create({
        ...common({ ...options, workflowBundle }),
        identity,
        taskQueue: queueOfRole(config.taskQueue, role),
        activities,
        ...(role === 'calls' ? workflowTasks({ ...options, workflowBundle }) : SELDOM),
      }),
    );
  }
  return new WorkerGroup(workers);
}

/** null where the store is away: a worker starts all the same. */
async function knownStoreId({ store }: Config): Promise<string | null> {
  const waited = delay(STORE_PATIENCE_MS, null, { ref: false });
  return Promise.race([storeId(openStorage(store)), waited]).catch(() => null);
}

/** null: no bundle was built, and the workflows are bundled as the worker starts. */
type Bundled = Omit<ReleaseWorkerOptions, 'workflowBundle'> & { workflowBundle: WorkflowBundleOption | null };

function common({
  config,
  connection,
  client,
  maxConcurrentActivityTaskExecutions,
  tracing = null,
  workflowBundle,
  ...options
}: Bundled): Omit<WorkerOptions, 'taskQueue'> {
  return {
    connection,
    namespace: client.options.namespace,
    dataConverter: workerDataConverter(config),
    ...versioning(config),
    interceptors: {
      // A bundle has them inside.
      ...(workflowBundle === null ? { workflowModules: [modulePath('workflows/pass-trace')] } : {}),
      activity: [
        ...(tracing === null ? [] : [tracing.activityInterceptor]),
        ...(options.interceptors ?? []),
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
    ...(maxConcurrentActivityTaskExecutions === undefined ? {} : { maxConcurrentActivityTaskExecutions }),
    shutdownGraceTime: '10 seconds',
    // A call that does not even heed its cancellation is given up; its heartbeats stop, and another worker takes it.
    shutdownForceTime: '20 seconds',
  };
}

/** One poll at a time is enough for little work; the number grows with the work. */
const SELDOM: Partial<WorkerOptions> = { activityTaskPollerBehavior: { type: 'autoscaling', initial: 1 } };

function workflowTasks({
  config,
  workflowBundle,
  stickyQueueScheduleToStartTimeout,
}: Bundled): Partial<WorkerOptions> {
  return {
    ...workflowCode(workflowBundle),
    // Where many releases start at once, two pollers for those that no worker has in memory would hold all of them up.
    workflowTaskPollerBehavior: { type: 'autoscaling' },
    maxCachedWorkflows: cachedWorkflows(config.workerMemoryMb),
    ...(stickyQueueScheduleToStartTimeout === undefined ? {} : { stickyQueueScheduleToStartTimeout }),
  };
}

export function releaseActivities(
  config: Config,
  client: Client,
  tracing: Tracing | null = null,
): Activities {
  return createActivities(activityDependencies(config, client, tracing));
}

function workflowCode(
  workflowBundle: WorkflowBundleOption | null,
): Pick<WorkerOptions, 'workflowBundle'> | Pick<WorkerOptions, 'workflowsPath'> {
  return workflowBundle === null ? { workflowsPath: modulePath('workflows/index') } : { workflowBundle };
}

/**
 * Workers of a new version take over all that is open at once: old ones can go, and a release that waits for a person for a
 * month keeps none of them. So new code must replay what is open, as it must where workers have no versions.
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

/** Runs until SIGINT or SIGTERM, then lets what is under way come to its end. */
export async function runWorker(
  config: Config,
  options: Pick<ReleaseWorkerOptions, 'workflowBundle' | 'stickyQueueScheduleToStartTimeout'> = {},
): Promise<void> {
  const target = temporalAddress();
  const client = await connectClient(config, target);
  let worker: WorkerGroup | null = null;
  let door: WorkerDoor | null = null;
  try {
    await ensureSearchAttributes(client.connection, target.namespace);
    if (config.metrics !== null) {
      const needs = needsOf(config, client);
      door = await openWorkerDoor(config.metrics, { worker: () => worker, needs, registry: workerRegistry });
    }
    // Not earlier: with a runtime and no worker the process would not end.
    installRuntime(config, door?.sdkMetricsPort ?? null);
    // Not the runtime's logger: that holds entries back for a moment, which there would not be.
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
    await door?.close();
    await client.connection.close();
    await closeTracing();
  }
}

function needsOf({ store }: Config, { workflowService }: Client): Needs {
  const storage = openStorage(store);
  return {
    Temporal: () => workflowService.getSystemInfo({}),
    'The store': () => storeResponds(storage),
  };
}

/** The same service for a worker, which has a connection of another kind. */
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

/** One client per project and service for the life of the worker, made when first needed. */
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

/** This corrects the calls. Everything else on this machine still uses the wrong time. */
function onClockCorrected(aheadMs: number): void {
  log.warn(
    'The clock differs from that of the localization service. Calls are signed with its time. Set the clock with NTP.',
    {
      serviceAheadSeconds: Math.round(aheadMs / 1000),
    },
  );
}

/** A call's silence must not be taken for a dead worker, nor a dead worker for a slow call. */
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
