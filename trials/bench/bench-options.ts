/** What can be said on the command line. */
export interface BenchOptions {
  /** How many releases wait; few by default. */
  releases?: number;
}
