#!/usr/bin/env node
import nodeModule from 'node:module';
import type { runCli } from './quick';
import { outliveClosedPipes } from './terminal/terminal';

/** They load once and run for long, and the native parts that they need are found by their paths: they are not bundled. */
const processes = ['worker', 'gateway', 'mcp', 'sandbox', 'dev', 'demo'];

/** Options may come before the command; a word that only looks like one loads more than it needs, and no harm is done. */
async function main([, , ...words]: readonly string[]): Promise<void> {
  const isProcess = words.some((word) => processes.includes(word));
  /* eslint-disable @typescript-eslint/no-require-imports -- Node.js searches a whole file for its exports before it imports
     it from CommonJS, and that takes as long as a short command. */
  const program = (isProcess ? require('./program') : require('./quick')) as { runCli: typeof runCli };
  /* eslint-enable */
  process.exitCode = await program.runCli(process.argv);
}

outliveClosedPipes();
// From Node.js 22 on: what was compiled once is not compiled again.
const enableCompileCache: unknown = Reflect.get(nodeModule, 'enableCompileCache');
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, nodeModule, []);
void main(process.argv);
