import type { Sandbox } from './sandbox';

/** What a worker needs to reach the sandbox. Its credentials are made up: they open nothing else, and may be printed. */
export function sandboxEnvironment({ url, profile }: Sandbox): Record<string, string> {
  const [project] = profile.projects;
  const [credential] = profile.workspace.credentials;
  return {
    LOCALIZATION_BASE_URL: url,
    LOCALIZATION_APP_KEY: project?.appKey ?? '',
    LOCALIZATION_APP_SECRET: project?.appSecret ?? '',
    SOCIAL_BASE_URL: url,
    SOCIAL_ACCESS_TOKEN: credential?.token ?? '',
  };
}
