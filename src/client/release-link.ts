import type { Config } from '../config/config';

/** The release's page in the console. */
export function releaseLink({ consoleUrl }: Pick<Config, 'consoleUrl'>, id: string): string {
  return `${consoleUrl.replace(/\/$/, '')}/releases/${id}`;
}
