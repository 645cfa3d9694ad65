/** Everything that can be said to a running release, and asked of it. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PlannedAnnouncement } from '../domain/planned-announcement';
import type { ReleaseStatus } from '../domain/status';
import type { TermSheetRef } from '../domain/term-sheet';
import type { TermbaseUploadStatus } from '../domain/termbase-upload';

export const statusQuery = defineQuery<ReleaseStatus>('status');
/** What it will tell the world; null: nothing. */
export const announcementQuery = defineQuery<PlannedAnnouncement | null>('announcement');

/** The same question to an upload of terms. */
export const termbaseStatusQuery = defineQuery<TermbaseUploadStatus>('status');

/** Public: any Temporal client may send these two. */
export const confirmTermsSignal = defineSignal<[{ by?: string; comment?: string }?]>('confirmTerms');
export const rejectTermsSignal = defineSignal<[{ by?: string; reason: string }]>('rejectTerms');

/** How a term upload ended, as far as the service tells. */
export interface UploadNews {
  uploadId: string;
  failed: boolean;
  /** How many terms were new, and how many existing ones changed. */
  upserted?: number | undefined;
  modified?: number | undefined;
  failureCode?: number | undefined;
  error?: string | undefined;
}

/** A verified callback of the localization service, as the gateway passes it on. */
export interface CallbackHint {
  deliveryId: string;
  event: string;
  taskId: string;
  /** Of a progress event: how far which sub-step is. */
  step?:
    | { step: string; stepIndex: number; rowsDone?: number | undefined; rowsTotal?: number | undefined }
    | undefined;
  upload?: UploadNews | undefined;
}
export const callbackSignal = defineSignal<[CallbackHint]>('callback');

/** The release's turn to publish has come. */
export const publishTurnSignal = defineSignal('publishTurn');

/** From a release to the nightly run that waits for it: released, though its announcement failed somewhere. */
export const releasedSignal = defineSignal('released');

/** Every update carries who speaks; what it answers is what happened. */
export interface SentBy {
  by: string;
}

export interface TermEdit {
  term?: string;
  category?: string;
  score?: number;
  note?: string;
  translations?: Record<string, string>;
}

export const confirmTermsUpdate = defineUpdate<
  { outcome: 'confirmed' | 'already-confirmed' },
  [SentBy & { comment?: string; digest?: string }]
>('confirm');
export const rejectTermsUpdate = defineUpdate<{ outcome: 'rejected' }, [SentBy & { reason: string }]>(
  'reject',
);
/** At most 200 terms at a time; each has reached the service when the answer comes. */
export const editTermsUpdate = defineUpdate<TermSheetRef, [SentBy & { termIds: string[]; edit: TermEdit }]>(
  'editTerms',
);
/** At once, without a way back. */
export const deleteTermsUpdate = defineUpdate<TermSheetRef, [SentBy & { termIds: string[] }]>('deleteTerms');
/** Terms that are wanted out are deleted when the terms are confirmed; until then they can be restored. */
export const markTermsUpdate = defineUpdate<TermSheetRef, [SentBy & { termIds: string[]; removed: boolean }]>(
  'markTerms',
);
/** Looks up what the termbase has under the same texts. */
export const matchTermbaseUpdate = defineUpdate<TermSheetRef, [SentBy]>('matchTermbase');
/** Reads the list anew from the service, so that what an operator opens is what stands there now. */
export const refreshTermsUpdate = defineUpdate<TermSheetRef, [SentBy]>('refreshTerms');

export type ResolveAction = 'retry' | 'skip' | 'abort';
export const resolveUpdate = defineUpdate<
  { outcome: ResolveAction },
  [SentBy & { action: ResolveAction; reason?: string }]
>('resolve');
export const addLanguagesUpdate = defineUpdate<{ added: string[] }, [SentBy & { languages: string[] }]>(
  'addLanguages',
);
/** What had been done, and what cannot be undone. */
export const cancelUpdate = defineUpdate<
  { outcome: 'cancelling'; done: string },
  [SentBy & { reason?: string }]
>('cancel');
