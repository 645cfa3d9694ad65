/** Who is asked whether what a guard stands for is done: a run of before knows by its history. */
export interface Guarded {
  has(guard: string): boolean;
}
