/** Both services on one port, over real HTTP, with the doors that only a sandbox has under `/sandbox`. */
import fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { SandboxClock } from './clock';
import { mountControl } from './control';
import { Faults } from './faults';
import { Journal } from './journal';
import { LocalizationSandbox } from './localization/localization';
import { sandboxProfile, type SandboxProfile, type SandboxProfileInput } from './profile';
import { mountService, type SandboxContext } from './service';
import { SocialSandbox } from './social/social';

export interface Sandbox {
  /** Base address of both services. */
  url: string;
  profile: SandboxProfile;
  clock: SandboxClock;
  faults: Faults;
  journal: Journal;
  localization: LocalizationSandbox;
  social: SocialSandbox;
  close(): Promise<void>;
}

export async function startSandbox(input: SandboxProfileInput = {}): Promise<Sandbox> {
  const profile = sandboxProfile.parse(input);
  const clock = new SandboxClock({ speed: profile.speed, skewMs: profile.clockSkewMs });
  const faults = new Faults();
  for (const rule of profile.faults) faults.add(rule);
  const journal = new Journal(clock);
  let url = '';
  const context: SandboxContext = { clock, faults, journal, origin: () => url };
  const localization = new LocalizationSandbox(profile, context);
  const social = new SocialSandbox(profile, context);

  const app = createApp(profile);
  mountService(app, localization, context);
  mountService(app, social, context);
  localization.mountDownloads(app);
  mountControl(app, { ...context, localization, social });
  await app.listen({ host: profile.host, port: profile.port });
  const { address, port } = app.server.address() as AddressInfo;
  url = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;

  return {
    url,
    profile,
    clock,
    faults,
    journal,
    localization,
    social,
    close: async () => {
      clock.close();
      await localization.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

function createApp({ maxBodyBytes }: SandboxProfile): FastifyInstance {
  const app = fastify({ bodyLimit: maxBodyBytes });
  // Signatures cover the bytes as sent, so every body stays a buffer until its service has checked it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}
