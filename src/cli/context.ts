import type { Command } from 'commander';
import { BadRequest } from '../client/errors';
import { outputOption } from './command-options';
import { NO_CONTEXT, readContexts, writeContexts } from './saved-contexts';
import { noContext } from './login';
import { Table, type TableOptions } from './table';
import { createTerminal } from './terminal';

interface ShownContext {
  name: string;
  server: string;
  operator: string;
  current: boolean;
}

export function defineContextCommand(context: Command): void {
  context
    .command('list')
    .description('List the gateways that you have signed in to.')
    .addOption(table.columnsOption())
    .addOption(table.sortOption())
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease context list')
    .action((options: TableOptions & { output: string }) => {
      const { current, contexts } = readContexts();
      const all = Object.entries(contexts).map(([name, { server, operator }]) => ({
        ...{ name, server, operator },
        current: name === current,
      }));
      createTerminal(options.output === 'json').data({ contexts: table.sorted(all, options) }, (shown) =>
        shown.contexts.length === 0
          ? 'No contexts. "locrelease login" makes one.'
          : table.text(shown.contexts, options),
      );
    });

  context
    .command('use <name>')
    .description(`Have commands done at this gateway from now on, or with "${NO_CONTEXT}" on this machine.`)
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease context use production')
    .action(async (name: string, { output }: { output: string }) => {
      const { contexts } = readContexts();
      const chosen = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
      if (chosen === undefined && name !== NO_CONTEXT) throw new BadRequest(noContext(name));
      await writeContexts({ current: chosen === undefined ? null : name, contexts });
      const server = chosen?.server ?? null;
      createTerminal(output === 'json').data({ context: name, server }, () =>
        server === null
          ? 'Commands are done on this machine from now on.'
          : `Commands are done at ${server} from now on.`,
      );
    });
}

const table = new Table<ShownContext>([
  { name: 'current', text: ({ current }) => (current ? '*' : '') },
  { name: 'name', text: ({ name }) => name },
  { name: 'operator', text: ({ operator }) => operator },
  { name: 'server', text: ({ server }) => server, flexible: true },
]);
