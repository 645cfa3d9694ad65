/**
 * The tool server (Model Context Protocol): the operations with a tool name, for AI programs. Callers see the tools
 * that their role allows; refusals are sentences.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { Logger } from '@temporalio/common';
import * as z from 'zod';
import { mayAct, type Role } from '../domain/roles';
import { allOperations } from '../operations/all-operations';
import { expectedFailure } from '../operations/failure';
import type { Operation, ToolOf, Who } from '../operations/operation';
import type { OperationAccess } from '../client/access';
import { performForOthers } from '../operations/perform';
import { packageVersion } from '../package';

interface Speaker {
  access: OperationAccess;
  role: Role;
  who: Who;
}

type Tool = Operation & { tool: ToolOf };

/** `during` wraps each call, so that the caller is charged for work that outlasts its connection. */
export async function createToolServer(
  speaker: Speaker,
  logger: Pick<Logger, 'error'>,
  during: <Result>(call: () => Result) => Result = (call) => call(),
): Promise<McpServer> {
  const tools = Object.values(await allOperations()).filter(
    (operation): operation is Tool => operation.tool !== undefined,
  );
  const server = new McpServer(
    { name: 'locrelease', version: packageVersion() },
    { capabilities: { tools: {} } },
  );
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.filter((tool) => mayAct(speaker.role, tool.role)).map(listingOf),
  }));
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const called = tools.find(({ tool }) => tool.name === params.name);
    if (called === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const { progressToken } = params._meta ?? {};
    let sentCount = 0;
    const progress = (message: string): void => {
      if (progressToken === undefined) return;
      sentCount += 1;
      const notification = { progressToken, progress: sentCount, message };
      // The notification is dropped if the client has disconnected.
      void extra
        .sendNotification({ method: 'notifications/progress', params: notification })
        .catch(() => undefined);
    };
    const call = { ...speaker, who: { ...speaker.who, signal: extra.signal, progress } };
    return during(() => callTool(called, params.arguments ?? {}, call, logger));
  });
  return server;
}

/** Listings are cached, because making the schemas costs more than sending them. */
const listings = new WeakMap<Tool, ListedTool>();

function listingOf(tool: Tool): ListedTool {
  const listing = listings.get(tool) ?? listed(tool);
  listings.set(tool, listing);
  return listing;
}

function listed({ tool, summary, role, input, output, repeatsSafely }: Tool): ListedTool {
  const { name, title, description = `${summary}.`, as, needs = [] } = tool;
  const given = jsonSchema(input, 'input');
  const returned = jsonSchema(output, 'output');
  return {
    name,
    title,
    description,
    inputSchema: { ...given, type: 'object', required: [...(given.required ?? []), ...needs] },
    outputSchema:
      as === undefined
        ? { ...returned, type: 'object' }
        : { type: 'object', properties: { [as]: returned }, required: [as] },
    annotations: {
      title,
      readOnlyHint: role === 'read',
      destructiveHint: role !== 'read',
      idempotentHint: role === 'read' || repeatsSafely === true,
      openWorldHint: true,
    },
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ListedTool['inputSchema'] {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as ListedTool['inputSchema'];
}

async function callTool(
  called: Tool,
  args: Record<string, unknown>,
  { access, role, who }: Speaker,
  logger: Pick<Logger, 'error'>,
): Promise<CallToolResult> {
  const { name, as, needs = [] } = called.tool;
  if (!mayAct(role, called.role))
    return refused(
      `${name} needs the role ${called.role}. ${who.name()} has the role ${role}. Nothing was done.`,
    );
  const missing = needs.filter((key) => args[key] === undefined);
  if (missing.length > 0) return refused(`${name} needs ${missing.join(', ')}. Nothing was done.`);
  try {
    const result = await performForOthers(called, access, args, who);
    const structuredContent = as === undefined ? { ...(result as object) } : { [as]: result };
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    const failure = expectedFailure(error);
    if (failure !== null) return refused(failure.message);
    logger.error('A tool failed.', { tool: name, error });
    return refused(`Unexpected error in ${name}. Please report it with the entry in the log of this server.`);
  }
}

function refused(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: message }] };
}
