/**
 * The tool server (Model Context Protocol): what the commands do, for programs that think. Whoever speaks sees the tools
 * that their role allows; what a tool refuses, it says in a sentence.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Logger } from '@temporalio/common';
import * as z from 'zod';
import { mayAct, type Role } from '../domain/roles';
import { sentence } from '../domain/sentence';
import { packageVersion } from '../package-version';
import { releaseTools } from './release-tools';
import { serviceTools } from './service-tools';
import type { Tool, ToolAccess, ToolCall } from './tool';
import { toolRefusal } from './tool-refusal';

const tools = new Map([...releaseTools, ...serviceTools].map((tool) => [tool.name, tool]));

/** `during` does each call: what was begun for somebody who has gone goes on, and is still theirs. */
export function createToolServer(
  access: ToolAccess,
  logger: Pick<Logger, 'error'>,
  during: <Result>(call: () => Result) => Result = (call) => call(),
): McpServer {
  const server = new McpServer(
    { name: 'locrelease', version: packageVersion() },
    { capabilities: { tools: {} } },
  );
  const { role } = access.speaker;
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].filter((tool) => mayAct(role, tool.role)).map(listed),
  }));
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { progressToken } = params._meta ?? {};
    let told = 0;
    const progress = (message: string): void => {
      if (progressToken === undefined) return;
      told += 1;
      const notification = { progressToken, progress: told, message };
      // Who has gone hears nothing more.
      void extra
        .sendNotification({ method: 'notifications/progress', params: notification })
        .catch(() => undefined);
    };
    return during(() => answer(access, params, { signal: extra.signal, progress }, logger));
  });
  return server;
}

function listed({ name, title, description, role, input }: Tool): ListedTool {
  const schema = z.toJSONSchema(input, { io: 'input' }) as ListedTool['inputSchema'];
  return {
    name,
    title,
    description,
    inputSchema: { ...schema, type: 'object' },
    annotations: { title, readOnlyHint: role === 'read', openWorldHint: true },
  };
}

async function answer(
  access: ToolAccess,
  { name, arguments: given = {} }: { name: string; arguments?: Record<string, unknown> | undefined },
  call: ToolCall,
  logger: Pick<Logger, 'error'>,
): Promise<CallToolResult> {
  const tool = tools.get(name);
  if (tool === undefined) return refused(`There is no tool ${name}.`);
  const fault = roleFault(access.speaker, tool.role);
  if (fault !== null) return refused(`${name} ${fault} Nothing was done.`);
  const said = tool.input.safeParse(given);
  if (!said.success) return refused(`The input of ${name} is not valid: ${faultsOf(said.error)}`);
  try {
    const result = await access.client.withDeadline(Date.now() + tool.boundMs, () =>
      tool.run(access, said.data as never, call),
    );
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } };
  } catch (error) {
    const message = toolRefusal(error);
    if (message !== null) return refused(message);
    logger.error('A tool failed.', { tool: name, error });
    return refused(`Unexpected error in ${name}. Please report it with the entry in the log of this server.`);
  }
}

function roleFault({ name, role }: ToolAccess['speaker'], needed: Role): string | null {
  return mayAct(role, needed) ? null : `needs the role ${needed}. ${name} has the role ${role}.`;
}

function faultsOf(error: z.ZodError): string {
  const faults = error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter(Boolean).join(': '),
  );
  return sentence(faults.join('; '));
}

function refused(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: message }] };
}
