/** A part of the product that takes what others made: files, replies, callbacks, requests. */
import type fc from 'fast-check';

export interface Target {
  /** Throws one drawn input at it; it fails where that was taken badly. */
  property: fc.IAsyncProperty<unknown>;
  close(): Promise<void>;
}

/** What a part must do with anything: take it, or refuse it in the way that it has for that. */
export class TakenBadly extends Error {
  override readonly name = 'TakenBadly';
}
