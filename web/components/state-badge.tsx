import { wordOf } from '../messages/word-of';
import { words } from '../messages/words';
import { Icon, type IconName } from './icon';

const icons: Readonly<Record<string, IconName>> = {
  running: 'running',
  waiting: 'hand',
  parked: 'stop',
  done: 'check',
  partial: 'half',
  rejected: 'cross',
  cancelled: 'minus',
  failed: 'cross',
  paused: 'pause',
  ready: 'check',
  'not ready': 'stop',
};

/** A state by word, sign and colour. */
export function StateBadge({ state }: { state: string }) {
  return (
    <span class={`badge state-${state}`} title={words.states.meanings[state]}>
      <Icon name={icons[state] ?? 'minus'} />
      {wordOf(words.states.names, state)}
    </span>
  );
}
