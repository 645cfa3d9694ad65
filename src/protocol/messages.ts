/** Everything that can be said to a running workflow of ours, and asked of it: the names under which it is sent. */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PlannedAnnouncement } from '../domain/planned-announcement';
import type { ReleaseSpec } from '../domain/release-file';
import type { ResolveAction } from '../domain/stages';
import type { ServiceWorkStatus } from '../domain/service-work';
import type { ReleaseStatus, TermSheetRef } from '../domain/status';
import type { TermbaseUploadStatus } from '../domain/termbase-upload';
import type { TurnAnswer } from '../domain/turn-taker';
import type { Message } from './message-schemas';

export const statusQuery = defineQuery<ReleaseStatus>('status');
/** What it will tell the world; null: nothing. */
export const announcementQuery = defineQuery<PlannedAnnouncement | null>('announcement');

/** The same question to an upload of terms. */
export const termbaseStatusQuery = defineQuery<TermbaseUploadStatus>('status');

/** And to work that belongs to no release. */
export const workStatusQuery = defineQuery<ServiceWorkStatus>('status');

/** Public: any Temporal client may send these two. */
export const confirmTermsSignal = defineSignal<[{ by?: string; comment?: string }?]>('confirmTerms');
export const rejectTermsSignal = defineSignal<[{ by?: string; reason: string }]>('rejectTerms');

/** The same as the update, for a release that nobody works on: a signal waits in its history until somebody does. */
export const cancelSignal = defineSignal<[Message<'cancel'>]>('cancel');

/** A verified callback of the localization service, as the gateway passes it on. */
export const callbackSignal = defineSignal<[Message<'callback'>]>('callback');

/** From a release to the nightly run that waits for it: released, though its announcement failed somewhere. */
export const releasedSignal = defineSignal('released');

/** To a route: something that people are to be told. */
export const noticeSignal = defineSignal<[Message<'notice'>]>('notice');

/**
 * Releases of one project take turns to publish: one asks, is told when to ask again, and gives the turn back. Anybody can
 * send a signal: only the answer of the queue is the turn.
 */
export const askForTurnUpdate = defineUpdate<TurnAnswer, [Message<'turnTaker'>]>('askForTurn');
export const publishTurnSignal = defineSignal('publishTurn');
export const endTurnSignal = defineSignal<[Message<'turnTaker'>]>('endTurn');

/** Every update carries who speaks; what it answers is what happened. */
export const confirmTermsUpdate = defineUpdate<
  { outcome: 'confirmed' | 'already-confirmed' },
  [Message<'confirm'>]
>('confirm');
export const rejectTermsUpdate = defineUpdate<{ outcome: 'rejected' }, [Message<'reject'>]>('reject');
/** Each of the terms has reached the service when the answer comes. */
export const editTermsUpdate = defineUpdate<TermSheetRef, [Message<'editTerms'>]>('editTerms');
/** At once, without a way back. */
export const deleteTermsUpdate = defineUpdate<TermSheetRef, [Message<'deleteTerms'>]>('deleteTerms');
/** Terms that are wanted out are deleted when the terms are confirmed; until then they can be restored. */
export const markTermsUpdate = defineUpdate<TermSheetRef, [Message<'markTerms'>]>('markTerms');
/** Edits terms to what the termbase has under their texts, as it was last compared. */
export const keepTermbaseUpdate = defineUpdate<TermSheetRef, [Message<'keepTermbase'>]>('keepTermbase');
/** Looks up what the termbase has under the same texts. */
export const matchTermbaseUpdate = defineUpdate<TermSheetRef, [Message<'matchTermbase'>]>('matchTermbase');
/** Reads the list anew from the service, so that what an operator opens is what stands there now. */
export const refreshTermsUpdate = defineUpdate<TermSheetRef, [Message<'refreshTerms'>]>('refreshTerms');
export const resolveUpdate = defineUpdate<{ outcome: ResolveAction }, [Message<'resolve'>]>('resolve');
export const addLanguagesUpdate = defineUpdate<{ added: string[] }, [Message<'addLanguages'>]>(
  'addLanguages',
);
/** What has not happened yet is done as it is said here; what it changed, and what the release asks for now. */
export const amendUpdate = defineUpdate<{ changed: string; spec: ReleaseSpec }, [Message<'amend'>]>('amend');
/** What is under way ends; nothing new begins until the release is resumed. */
export const pauseUpdate = defineUpdate<{ outcome: 'paused' }, [Message<'pause'>]>('pause');
export const resumeUpdate = defineUpdate<{ outcome: 'resumed' }, [Message<'resume'>]>('resume');
/** What had been done, and what cannot be undone. */
export const cancelUpdate = defineUpdate<{ outcome: 'cancelling'; done: string }, [Message<'cancel'>]>(
  'cancel',
);
