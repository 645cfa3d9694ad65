/** Both services on one port, over real HTTP, with the sandbox's own endpoints under `/sandbox`. */
import { createApp, listening } from './app';
import { mountControl, Inbox } from './control';
import { sandboxProfile, type SandboxProfileInput } from './profile';
import { mountService, type AlterReply } from './service';
import { openServices, type CommandLogOptions, type Services } from './services';

export interface Sandbox extends Pick<
  Services,
  'profile' | 'clock' | 'faults' | 'journal' | 'localization' | 'social' | 'close'
> {
  url: string;
  inbox: Inbox;
}

export interface SandboxOptions {
  /** Logs HTTP commands in this file, and continues from it at the next start. */
  commandLog?: CommandLogOptions;
  /** Changes the final text of each reply. */
  alter?: AlterReply;
}

export async function startSandbox(
  input: SandboxProfileInput = {},
  { commandLog, alter }: SandboxOptions = {},
): Promise<Sandbox> {
  const profile = sandboxProfile.parse(input);
  let url = '';
  const services = await openServices(profile, () => url, commandLog);
  const app = createApp(profile.host, { bodyLimit: profile.maxBodyBytes });
  mountService(app, services.localization, services, alter);
  mountService(app, services.social, services, alter);
  services.localization.files.mount(app);
  const inbox = new Inbox();
  mountControl(app, services, inbox);
  // The port is closed first, so that every answered request is also logged.
  const close = async (): Promise<void> => {
    app.server.closeAllConnections();
    await app.close();
    await services.close();
  };
  try {
    url = await listening(app, profile);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...services, url, inbox, close };
}

/**
 * The environment for a worker that uses the sandbox. Its credentials are invented: they open nothing else, and may be
 * printed.
 */
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
