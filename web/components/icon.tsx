/** Icons next to a word. Only the word is for screen readers. */
const paths = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  minus: 'M4 8h8',
  running: 'M6 4l5 4-5 4z',
  hand: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  stop: 'M8 4v5M8 11.8v.2',
  half: 'M3.5 8.5l2.5 2.5M8 8h5',
  pause: 'M6 4.5v7M10 4.5v7',
  dot: 'M8 8h.01',
  download: 'M8 3v7M5 7.5L8 10.5l3-3M3.5 13h9',
  out: 'M6 4H4v8h8v-2M9 4h3v3M12 4L7.5 8.5',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 2.5v11M8 5.5l4.6-.6M8 8h5.5M8 10.5l4.6.6',
  branch: 'M5 3.5v9M5 9.5c4 0 6-1 6-4M5 3.5h.01M5 12.5h.01M11 5h.01',
  search: 'M7 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8M10 10l3 3',
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

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

/** Shows a state by word, icon and colour, so that none of them is needed alone. */
export function StateBadge({ state }: { state: string }) {
  return (
    <span class={`badge state-${state}`} title={meanings[state]}>
      <Icon name={icons[state] ?? 'minus'} />
      {state}
    </span>
  );
}
