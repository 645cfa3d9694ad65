// The built worker, with workflows by which one that was killed is missed after seconds: here they are killed all the time.
import config from '../dist/config/config.js';
import worker from '../dist/worker.js';

const [, , codePath] = process.argv;
await worker.runWorker(config.readConfig(), {
  workflowBundle: { codePath },
  stickyQueueScheduleToStartTimeout: '1 second',
});
