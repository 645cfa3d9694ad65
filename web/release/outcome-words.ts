import type { ReleaseStatus } from '../../src/domain/status';
import { targetOutcome } from '../../src/domain/target-outcome';
import { countText } from '../count-text';

/** `Released in 3 languages: published, 2 files, announced on 2 accounts` */
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
  const live = (announcement?.targets ?? []).filter((target) => targetOutcome(target) === 'published').length;
  const deeds = [
    ...(isPublished ? ['published'] : []),
    ...(files > 0 ? [`exported to ${countText(files, 'file')}`] : []),
    ...(live > 0 ? [`announced on ${countText(live, 'account')}`] : []),
  ];
  const released = `${isPublished ? 'Released' : 'Translated'} in ${countText(languages.length, 'language')}`;
  return deeds.length === 0 ? released : `${released}: ${deeds.join(', ')}`;
}
