import type { ReleaseStatus } from '../../src/domain/status';
import { targetOutcome } from '../../src/domain/target-outcome';
import { counted } from '../count-text';

/** `Released in 3 languages: published, exported to 2 files, announced on 2 accounts` */
export function outcomeWords({
  state,
  stages,
  languages,
  export: exported,
  announcement,
}: Pick<ReleaseStatus, 'state' | 'stages' | 'languages' | 'export' | 'announcement'>): string {
  if (state !== 'done' && state !== 'partial') return `The release is ${state}`;
  const isPublished = stages.some(({ name, state: how }) => name === 'publish' && how === 'done');
  const files = exported?.files.length ?? 0;
  const targets = announcement?.targets ?? [];
  const accounts = targets.filter((target) => targetOutcome(target) === 'published').length;
  const deeds = [
    ...(isPublished ? ['published'] : []),
    ...(files > 0 ? [`exported to ${counted(files, 'file')}`] : []),
    ...(accounts > 0 ? [`announced on ${counted(accounts, 'account')}`] : []),
  ];
  const released = `${isPublished ? 'Released' : 'Translated'} in ${counted(languages.length, 'language')}`;
  return deeds.length === 0 ? released : `${released}: ${deeds.join(', ')}`;
}
