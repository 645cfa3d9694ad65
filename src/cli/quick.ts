/** The program as main.ts has it bundled: see scripts/bundle-cli.mjs. */
export { runCli } from './program';
