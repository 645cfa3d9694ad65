import { describeWithTool } from '../support/go-tool';
import { S3_SERVER_VARIABLE } from '../support/versitygw';
import { describeCommands } from './describe-commands';
import { startOnBucket } from './ways';

describeWithTool(S3_SERVER_VARIABLE)('with a store in a bucket', () => {
  describeCommands(startOnBucket);
});
