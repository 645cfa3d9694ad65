/** What stops a release, and which key of its file it is about. */
export interface Stop {
  key: readonly (string | number)[];
  message: string;
}

/** What was found before anything is created or paid for. One sentence each, with how to fix it. */
export interface Findings {
  /** What the service documents as a refusal: the release cannot succeed as it is. */
  stops: string[];
  /** What may go wrong, by our reading of what the service says. */
  warnings: string[];
}
