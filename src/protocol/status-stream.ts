/** Where a gateway tells commands how a release goes on. */
export const STATUS_STREAM = {
  path: '/api/commands/status/stream',
  /** However quiet the release is, something is sent so often. */
  beatMs: 2_000,
} as const;
