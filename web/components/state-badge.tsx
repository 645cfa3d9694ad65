import { Icon, type IconName } from './icon';

const meanings: Readonly<Partial<Record<string, string>>> = {
  parked: "Parked: waits for a person's decision.",
  partial: 'Partial: released, but the announcement failed on some accounts.',
};

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
    <span class={`badge state-${state}`} title={meanings[state]}>
      <Icon name={icons[state] ?? 'minus'} />
      {state}
    </span>
  );
}
