/** What `start` would do and refuse, with nothing written: neither to Temporal nor to the store nor to a service. */
import type { Client } from '@temporalio/client';
import { openArchive } from '../client/archived-releases';
import { readAskedRelease } from '../client/asked-release';
import { planRelease } from '../client/plan-release';
import type { Config } from '../config/config';
import { openStore } from '../store/open-store';
import { UnwrittenStore } from '../store/unwritten-store';
import { connectClient, temporalAddress } from '../temporal/connect';
import { temporalFault } from '../temporal/temporal-fault';
import { TemporalUnreachable } from '../temporal/temporal-unreachable';
import { exitCodeOfPlan } from './plan';
import { planText } from './plan-text';
import type { Terminal } from './terminal';
import { withServices } from './with-services';

interface DryRunOptions {
  announce: boolean;
  announceAgain?: boolean;
}

export async function dryRun(file: string, options: DryRunOptions, terminal: Terminal): Promise<void> {
  await withServices(async (services) => {
    const { config } = services;
    const store = new UnwrittenStore(openStore(config.store));
    const asked = await readAskedRelease(file, {
      config,
      store,
      startedBy: null,
      announce: options.announce,
    });
    const { client, unchecked } = await temporalIfThere(config);
    try {
      const access = { ...services, store, archive: openArchive(config), temporal: client };
      const plan = await planRelease(asked, access, options);
      terminal.data({ ...plan, unchecked: [...unchecked, ...plan.unchecked] }, planText);
      process.exitCode = exitCodeOfPlan(plan);
    } catch (error) {
      throw client === null ? error : temporalFault(error, temporalAddress());
    } finally {
      await client?.connection.close();
    }
  });
}

async function temporalIfThere(config: Config): Promise<{ client: Client | null; unchecked: string[] }> {
  try {
    return { client: await connectClient(config, temporalAddress(), config), unchecked: [] };
  } catch (error) {
    if (!(error instanceof TemporalUnreachable)) throw error;
    return {
      client: null,
      unchecked: [`Whether there is such a release already was not checked: ${error.message}`],
    };
  }
}
