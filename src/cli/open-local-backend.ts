import { readConfig } from '../config/config';
import { LocalBackend } from '../operations/local-backend';
import { operatorName, speaker } from './terminal/speaker';

export function openLocalBackend(as: string | undefined): LocalBackend {
  const config = readConfig();
  return new LocalBackend(config, {
    name: () => operatorName(as),
    prove: (said) => speaker(config, as, said),
  });
}
