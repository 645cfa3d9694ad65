import { bringGoTool } from './go-tool';

/** Set where there is an S3 server: its path. */
export const S3_SERVER_VARIABLE = 'LOCRELEASE_TEST_VERSITYGW';

export const bringS3Server = (): Promise<void> =>
  bringGoTool({
    program: 'github.com/versity/versitygw/cmd/versitygw',
    title: 'S3 server for the tests',
    takes: '2 minutes',
    variable: S3_SERVER_VARIABLE,
    harmlessOption: '--version',
    tests: 'tests of stores in a bucket',
  });
