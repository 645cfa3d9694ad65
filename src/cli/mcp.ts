import type { Command } from 'commander';
import { once } from 'node:events';
import type { Who } from '../operations/operation';
import { asOption } from './command-options';
import { speaker as provenSpeaker, operatorName } from './terminal/speaker';
import { say } from './terminal/terminal';
import { withLocalBackend } from './with-backend';

const help = `
Standard output carries the protocol and nothing else. A gateway has the same tools at /mcp, for operators' tokens.

Example, in the configuration of a program that uses tools:
  { "mcpServers": { "locrelease": { "command": "npx", "args": ["locrelease", "mcp", "--read-only"] } } }`;

export function define(command: Command): void {
  command
    .option('--read-only', 'Offer only tools that change nothing.')
    .addOption(asOption.named('as'))
    .addHelpText('after', help)
    .action(({ readOnly = false, as }: { readOnly?: boolean; as?: string }) =>
      withLocalBackend('mcp', (backend) =>
        backend.withEverything(async (access) => {
          // Loaded here: no other command needs the protocol.
          const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
          const { createToolServer } = await import('../mcp/tool-server.js');
          const name = operatorName(as);
          const who: Who = { name: () => name, prove: (said) => provenSpeaker(access.config, as, said) };
          const server = await createToolServer(
            { access, who, role: readOnly ? 'read' : 'operate' },
            { error: (message, meta) => say(`${message} ${JSON.stringify(meta, errorText)}`) },
          );
          try {
            await server.connect(new StdioServerTransport());
            await Promise.race([
              once(process.stdin, 'end'),
              once(process, 'SIGINT'),
              once(process, 'SIGTERM'),
            ]);
          } finally {
            await server.close();
          }
        }),
      ),
    );
}

function errorText(_key: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}
