#!/usr/bin/env node
import { runCli } from './program';
import { outliveClosedPipes } from './terminal';

outliveClosedPipes();
void runCli(process.argv).then((code) => {
  process.exitCode = code;
});
