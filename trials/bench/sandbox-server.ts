import { startSandbox } from '../../src/sandbox/sandbox';

void startSandbox().then((sandbox) => process.send?.(sandbox.url));
process.on('disconnect', () => process.exit(0));
