/**
 * One worker for all rigs of a test file: to start one takes longer than most tests. Each rig has a project of its own,
 * by which the worker knows with whose settings an activity is to be carried out.
 */
import { activityInfo } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory, NativeConnection } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import type { Activities } from '../../src/activities/activities';
import { readConfig } from '../../src/config/config';
import type { WorkerGroup } from '../../src/temporal/worker-group';
import { createReleaseWorker } from '../../src/worker';

export interface Tenant {
  activities: Activities;
  interceptors: readonly ActivityInterceptorsFactory[];
}

export class SharedWorker {
  readonly #tenants = new Map<string, Tenant>();
  readonly #underWay = new Map<string, Set<Promise<unknown>>>();
  #running: Promise<void> = Promise.resolve();
  #worker: WorkerGroup | null = null;

  private constructor(readonly taskQueue: string) {}

  static async start(options: {
    client: Client;
    connection: NativeConnection;
    codePath: string;
  }): Promise<SharedWorker> {
    const shared = new SharedWorker(`test-${randomUUID()}`);
    shared.#worker = await createReleaseWorker({
      config: readConfig({ LOCRELEASE_TASK_QUEUE: shared.taskQueue }, __dirname),
      connection: options.connection,
      client: options.client,
      workflowBundle: { codePath: options.codePath },
      activities: { default: (...input) => shared.#carryOut(input) },
      interceptors: [shared.#throughTenant],
    });
    shared.#running = shared.#worker.run();
    return shared;
  }

  admit(project: string, tenant: Tenant): void {
    this.#tenants.set(project, tenant);
  }

  /** What its releases still want is refused from now on; answers when nothing of it is under way. */
  async dismiss(project: string): Promise<void> {
    this.#tenants.delete(project);
    await Promise.allSettled([...(this.#underWay.get(project) ?? [])]);
    this.#underWay.delete(project);
  }

  async stop(): Promise<void> {
    this.#worker?.shutdown();
    await this.#running;
  }

  async #carryOut(input: unknown[]): Promise<unknown> {
    const { activityType } = activityInfo();
    const { project, tenant } = this.#whose();
    const activity = (tenant.activities as Record<string, (...input: never[]) => Promise<unknown>>)[
      activityType
    ];
    if (activity === undefined) throw new Error(`there is no activity ${activityType}`);
    const result = Reflect.apply(activity, undefined, input) as Promise<unknown>;
    const underWay = this.#underWay.get(project) ?? new Set<Promise<unknown>>();
    this.#underWay.set(project, underWay.add(result));
    try {
      return await result;
    } finally {
      underWay.delete(result);
    }
  }

  readonly #throughTenant: ActivityInterceptorsFactory = (context) => ({
    inbound: {
      execute: (input, next) => {
        const { tenant } = this.#whose();
        const chain = tenant.interceptors.reduceRight<typeof next>((inner, make) => {
          const own = make(context).inbound?.execute;
          return own === undefined ? inner : (passed) => own.call(undefined, passed, inner);
        }, next);
        return chain(input);
      },
    },
  });

  #whose(): { project: string; tenant: Tenant } {
    const { workflowExecution } = activityInfo();
    const [, project = ''] = workflowExecution?.workflowId.split('/') ?? [];
    const tenant = this.#tenants.get(project);
    if (tenant === undefined) {
      throw ApplicationFailure.nonRetryable(`no rig has the project ${project}, or it is closed`);
    }
    return { project, tenant };
  }
}
