// The built worker, with workflows by which one that was killed is missed after seconds: here they are killed all the time.
import config from '../../dist/config/config.js';
import worker from '../../dist/worker.js';

const [, , codePath] = process.argv;
await worker.runWorker(config.readConfig(), {
  workflowBundle: { codePath },
  // Long enough for a busy machine: what is given up too early is replayed elsewhere, and makes it busier.
  stickyQueueScheduleToStartTimeout: '5 seconds',
});
