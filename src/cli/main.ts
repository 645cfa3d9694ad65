#!/usr/bin/env node
import nodeModule from 'node:module';
import type { runCli } from './quick';
import { outliveClosedPipes } from './terminal/terminal';

/** These are not bundled: they start once and run for long, and find their native parts by path. */
const processes = ['worker', 'gateway', 'mcp', 'sandbox', 'dev', 'demo'];

/** A value that equals the name of a process only loads more than needed, so options are not parsed here. */
async function main([, , ...words]: readonly string[]): Promise<void> {
  const isProcess = words.some((word) => processes.includes(word));
  /* eslint-disable @typescript-eslint/no-require-imports -- Node.js searches a whole file for its exports before it imports
     it from CommonJS, and that takes as long as a short command. */
  const program = (isProcess ? require('./program') : require('./quick')) as { runCli: typeof runCli };
  /* eslint-enable */
  process.exitCode = await program.runCli(process.argv);
}

outliveClosedPipes();
// Available from Node.js 22 on; it saves compiling the same code at each start.
const enableCompileCache: unknown = Reflect.get(nodeModule, 'enableCompileCache');
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, nodeModule, []);
void main(process.argv);
