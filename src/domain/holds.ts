/** For what a release holds itself back, though it waits for nobody: its time, the morning, the service's daily cap, or other releases. */
export const holdReasons = ['announcement_time', 'quiet_hours', 'daily_cap', 'publish_turn'] as const;
export type HoldReason = (typeof holdReasons)[number];

/** "waits for …", in a list. */
export const holdWords: Readonly<Record<HoldReason, string>> = {
  announcement_time: 'the time of its announcement',
  quiet_hours: 'the end of quiet hours',
  daily_cap: 'the daily cap of the social service to clear',
  publish_turn: 'its turn to publish',
};
