import { describeWithTool } from '../support/go-tool';
import { S3_SERVER_VARIABLE } from '../support/versitygw';
import { describeCommands } from './describe-commands';
import { startOnBucket } from './ways';
import { isNightly } from '../support/nightly';

describeWithTool(S3_SERVER_VARIABLE)('with a store in a bucket', () => {
  describeCommands(startOnBucket, { whole: isNightly, worker: isNightly });
});
