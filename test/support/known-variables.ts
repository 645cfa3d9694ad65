import { readConfig } from '../../src/config/config';

/** Every variable that the program looks up when it reads its configuration. */
export function knownVariables(workingDirectory: string): ReadonlySet<string> {
  const asked = new Set([
    ...['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE'],
    ...['LOCRELEASE_OPERATOR', 'LOCRELEASE_TOKEN', 'LOCRELEASE_SERVER'],
    // Looked up where the store is in a bucket.
    ...['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_S3', 'AWS_REGION'],
    ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
  ]);
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(env, workingDirectory);
  return asked;
}
