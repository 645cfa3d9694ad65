import { isGrpcServiceError, type Client } from '@temporalio/client';
import type { Config } from '../config/config';
import { connectClient, temporalAddress } from '../temporal/connect-client';
import { TemporalUnreachable } from '../temporal/errors';
import { missingSearchAttributes, registerCommand } from '../temporal/search-attributes';
import { examineNoticeRoutes } from './check-notices';
import { fail, ok, warn, type Diagnosis } from './diagnosis';
import { backlogOfRole, workersOfRole } from '../temporal/task-queue';
import { storeOfWorker } from '../temporal/worker-identity';
import { counted } from '../domain/text/counted';
import { sentence } from '../domain/text/sentence';
import { waitsForRole, workerRoles, type WorkerRole } from '../domain/worker-roles';
import type { StorePlace } from '../config/store-place';
import { openStorage, storeId } from '../store/open-store';
import { StoreError } from '../store/store-error';

const PATIENCE_MS = 5_000;

export async function checkTemporal(
  config: Pick<Config, 'encryptionKeys' | 'taskQueue' | 'notices' | 'store'>,
): Promise<Diagnosis[]> {
  const { connectionOptions, namespace } = temporalAddress();
  const address = connectionOptions.address ?? '';
  let client: Client;
  try {
    const patient = { connectTimeout: PATIENCE_MS, ...connectionOptions };
    client = await connectClient(config, { connectionOptions: patient, namespace });
  } catch (error) {
    if (!(error instanceof TemporalUnreachable)) throw error;
    return [
      fail('Temporal', 'temporal', {
        message: `Cannot connect to Temporal at ${address}.`,
        fix: 'Start Temporal ("locrelease dev" does that), or set TEMPORAL_ADDRESS.',
      }),
    ];
  }
  try {
    return await client.connection.withDeadline(Date.now() + PATIENCE_MS, () =>
      examineNamespace(client, address, config),
    );
  } catch (error) {
    if (!isGrpcServiceError(error)) throw error;
    return [
      fail('Temporal', 'temporal', {
        message: `Temporal refuses what releases need in namespace ${namespace}: ${sentence(error.message)}`,
        fix: `Create the namespace ("temporal operator namespace create -n ${namespace}"), or ask for access to it.`,
      }),
    ];
  } finally {
    await client.connection.close();
  }
}

async function examineNamespace(
  client: Client,
  address: string,
  config: Pick<Config, 'taskQueue' | 'notices' | 'store'>,
): Promise<Diagnosis[]> {
  const { namespace } = client.options;
  await client.workflowService.describeNamespace({ namespace });
  return [
    ok('Temporal', `Temporal answers at ${address}, namespace ${namespace}.`),
    await examineSearchAttributes(client),
    ...(await examineWorkers(client, config)),
    ...(await examineNoticeRoutes(client, config)),
  ];
}

async function examineSearchAttributes({ connection, options: { namespace } }: Client): Promise<Diagnosis> {
  const missing = await missingSearchAttributes(connection, namespace);
  if (missing === null) {
    return warn('search attributes', {
      message: 'Temporal does not allow a check of which search attributes are registered.',
      fix: 'In Temporal Cloud, make sure that those of docs/running.md are there.',
    });
  }
  if (missing.length === 0) return ok('search attributes', 'All search attributes are registered.');
  return warn('search attributes', {
    message: `Not registered: ${missing.join(', ')}.`,
    fix: `Start a worker, which adds them, or run: ${registerCommand(missing, namespace)}`,
  });
}

/** Checks each role of workers, because a role without a worker delays its own work only. */
async function examineWorkers(
  client: Client,
  { taskQueue, store }: Pick<Config, 'taskQueue' | 'store'>,
): Promise<Diagnosis[]> {
  const served = new Map<WorkerRole, ReadonlySet<string>>();
  for (const role of workerRoles) served.set(role, await workersOfRole(client, taskQueue, role));
  const missing = workerRoles.filter((role) => served.get(role)?.size === 0);
  const seen = new Set([...served.values()].flatMap((workers) => [...workers]));
  const stores = (await checkWorkerStores(store, seen)) ?? [];
  if (missing.length === 0)
    return [ok('workers', `${seen.size} seen lately on task queue ${taskQueue}.`)].concat(stores);
  return [await missingRoles(client, taskQueue, missing)].concat(stores);
}

async function missingRoles(
  client: Client,
  taskQueue: string,
  missing: readonly WorkerRole[],
): Promise<Diagnosis> {
  if (missing.includes('calls')) {
    return fail('workers', 'temporal', {
      message: `No worker on task queue ${taskQueue}. Releases would start and then wait.`,
      fix: 'Start one with "locrelease worker".',
    });
  }
  const waiting = await Promise.all(missing.map((role) => backlogOfRole(client, taskQueue, role)));
  const tasks = waiting.reduce((sum, backlog) => sum + (backlog?.tasks ?? 0), 0);
  return fail('workers', 'temporal', {
    message: `No worker for the role ${missing.join(' and ')}. ${missing.map((role) => `${waitsForRole[role]}.`).join(' ')} Waiting now: ${counted(tasks, 'call')}.`,
    fix: `Start one with "locrelease worker --role ${missing.join(',')}". Workers of versions without roles do not do this work.`,
  });
}

/**
 * Checks whether the workers use this machine's store. Workers that do not report theirs are skipped. An unavailable
 * store here is skipped too, because another line reports it.
 */
export async function checkWorkerStores(
  place: StorePlace,
  workers: Iterable<string>,
): Promise<Diagnosis | null> {
  const storage = openStorage(place);
  let own: string;
  try {
    own = await storeId(storage);
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
  const others = [...workers].filter((worker) => ![own, null].includes(storeOfWorker(worker)));
  if (others.length === 0) return null;
  return warn('store', {
    message: `${storage.place} is not the store of ${others.join(', ')}. What is started here cannot be read there, and records of releases are not found here.`,
    fix: 'Set LOCRELEASE_STORE to the directory or bucket that the workers use, or use their gateway (LOCRELEASE_SERVER).',
  });
}
