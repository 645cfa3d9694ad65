import { readConfig } from '../config/config';
import { NearDesk } from '../desk/near-desk';
import { operatorName } from './operator-name';
import { speaker } from './speaker';

export function openNearDesk(as: string | undefined): NearDesk {
  const config = readConfig();
  return new NearDesk(config, {
    name: () => operatorName(as),
    prove: (said) => speaker(config, as, said),
  });
}
