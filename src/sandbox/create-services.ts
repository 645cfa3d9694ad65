/** The two services and what they share, without the port on which they are reached. */
import { LocalizationSandbox } from './localization/localization-sandbox';
import { Faults } from './faults';
import { Journal } from './journal';
import type { SandboxProfile } from './profile';
import type { SandboxContext } from './mount-service';
import { SocialSandbox } from './social/social-sandbox';

export interface Services extends SandboxContext {
  localization: LocalizationSandbox;
  social: SocialSandbox;
  close(): Promise<void>;
}

export function createServices(
  profile: SandboxProfile,
  given: Pick<SandboxContext, 'clock' | 'random' | 'commandLog' | 'origin'>,
): Services {
  const { clock, random } = given;
  const faults = new Faults(() => random.fraction());
  for (const rule of profile.faults) faults.add(rule);
  const context: SandboxContext = { ...given, faults, journal: new Journal(clock) };
  const localization = new LocalizationSandbox(profile, context);
  const social = new SocialSandbox(profile, context);
  const close = async (): Promise<void> => {
    clock.close();
    await localization.close();
  };
  return { ...context, localization, social, close };
}
