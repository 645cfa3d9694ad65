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
};

/** A state by word, sign and colour. */
export function StateBadge({ state }: { state: string }) {
  return (
    <span class={`badge state-${state}`}>
      <Icon name={icons[state] ?? 'minus'} />
      {state}
    </span>
  );
}
