/** Both services on one port, over real HTTP, with the sandbox's own endpoints under `/sandbox`. */
import { randomUUID } from 'node:crypto';
import { SandboxClock } from './clock';
import { mountControl, Inbox } from './control';
import { RandomSource } from './random-source';
import type { Faults } from './faults';
import type { Journal } from './journal';
import type { LocalizationSandbox } from './localization/localization-sandbox';
import { noCommandLog } from './command-log';
import { sandboxProfile, type SandboxProfile, type SandboxProfileInput } from './profile';
import { resumeServices, type CommandLogOptions } from './resume-services';
import { createApp, listening } from './app';
import { mountService, type AlterReply } from './mount-service';
import { createServices, type Services } from './create-services';
import type { SocialSandbox } from './social/social-sandbox';

export interface Sandbox {
  url: string;
  profile: SandboxProfile;
  clock: SandboxClock;
  faults: Faults;
  journal: Journal;
  localization: LocalizationSandbox;
  social: SocialSandbox;
  inbox: Inbox;
  close(): Promise<void>;
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
  const origin = (): string => url;
  const services =
    commandLog === undefined
      ? newServices(profile, origin)
      : await resumeServices(profile, origin, commandLog);
  const app = createApp(profile.host, { bodyLimit: profile.maxBodyBytes });
  mountService(app, services.localization, services, alter);
  mountService(app, services.social, services, alter);
  services.localization.mountDownloads(app);
  const inbox = new Inbox();
  mountControl(app, { services, inbox, speed: profile.speed });
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
  const { clock, faults, journal, localization, social } = services;
  return { url, profile, clock, faults, journal, localization, social, inbox, close };
}

function newServices(profile: SandboxProfile, origin: () => string): Services {
  const clock = new SandboxClock({ speed: profile.speed, skewMs: profile.clockSkewMs });
  return createServices(profile, {
    clock,
    random: new RandomSource(randomUUID(), profile.readings['id-type']),
    commandLog: noCommandLog,
    origin,
  });
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
