// What the workflow bundle and the page's bundle hold at run time: imports of types are gone, so these rules look at
// the imports that are left after compiling, from the two entry points on.
import { builtinModules } from 'node:module';
import imports from './.dependency-cruiser.mjs';

/** Beside the workflows: what passes traces on, and the failure converter of workers that encrypt. */
const workflowBundle = {
  path: '^src/(workflows/(index|pass-trace)|temporal/payloads/failure-converter)[.]ts$',
};
const pageBundle = { path: '^web/main[.]tsx$' };

const zod = '^node_modules/zod/';
const nodeBuiltins = `^(node:)?(${builtinModules.join('|')})$`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'workflow-bundle-without-zod',
      comment: 'The bundle is evaluated for every workflow: zod more than doubles the memory that one takes.',
      severity: 'error',
      from: workflowBundle,
      to: { path: zod, reachable: true },
    },
    {
      name: 'workflow-bundle-without-node',
      comment: 'Workflow code is replayed, on any machine: no files, clocks or sockets.',
      severity: 'error',
      from: workflowBundle,
      to: { path: nodeBuiltins, reachable: true },
    },
    {
      name: 'workflow-bundle-without-time-zones',
      comment: 'Time zones change with the machine that reads them: an activity resolves them.',
      severity: 'error',
      from: workflowBundle,
      to: { path: '^src/domain/schedules/wall-clock[.]ts$', reachable: true },
    },
    {
      name: 'workflow-bundle-without-other-rooms',
      comment: 'Workflow code calls activities, never a client.',
      severity: 'error',
      from: workflowBundle,
      to: {
        path: '^src/',
        pathNot: '^src/(workflows/|domain/|protocol/|temporal/payloads/failure-converter[.]ts$)',
        reachable: true,
      },
    },
    {
      name: 'page-bundle-without-zod',
      comment: 'The gateway has checked what the page reads; zod would be most of what a browser downloads.',
      severity: 'error',
      from: pageBundle,
      to: { path: zod, reachable: true },
    },
    {
      name: 'page-bundle-without-node',
      comment: 'A browser has no Node builtins.',
      severity: 'error',
      from: pageBundle,
      to: { path: nodeBuiltins, reachable: true },
    },
    {
      name: 'page-bundle-without-other-rooms',
      comment: 'Of src the page runs the domain and the addresses of the operations, which are plain data.',
      severity: 'error',
      from: pageBundle,
      to: { path: '^src/', pathNot: '^src/(domain/|protocol/addresses\\.ts)', reachable: true },
    },
  ],
  options: { ...imports.options, tsPreCompilationDeps: false },
};
