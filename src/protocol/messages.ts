/**
 * All messages and queries of our workflows: their names, and the descriptions that Temporal's UI shows. docs/api.md
 * has every field.
 */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Amendment } from '../domain/release/amendment';
import type { PlannedAnnouncement } from '../domain/release/announcement';
import type { ReleaseSpec } from '../domain/release/release-file';
import type { ResolveAction } from '../domain/release/stages';
import type { ServiceWorkStatus } from '../domain/service-work';
import type { ReleaseStatus, TermSheetRef } from '../domain/release/status';
import type { TermbaseUploadStatus } from '../domain/review/termbase-upload';
import type { TurnReply } from '../domain/release/publish-queue';
import type { Message } from './message-schemas';

export type Described<Definition> = Definition & { readonly description: string };

const described = <Definition extends object>(description: string, definition: Definition) => ({
  ...definition,
  description,
});

export const statusQuery = described(
  'Returns where the release stands, what it waits for, who decided what, and its warnings.',
  defineQuery<ReleaseStatus>('status'),
);
export const announcementQuery = described(
  'Returns what the release will announce, or null if it announces nothing.',
  defineQuery<PlannedAnnouncement | null>('announcement'),
);
export const amendmentFaultsQuery = described(
  'Returns why an amendment could not be taken now, part by part.',
  defineQuery<string[], [Amendment]>('amendmentFaults'),
);
export const termbaseStatusQuery = described(
  'Returns how far the upload of terms is.',
  defineQuery<TermbaseUploadStatus>('status'),
);
export const workStatusQuery = described(
  'Returns how far the work is.',
  defineQuery<ServiceWorkStatus>('status'),
);

/** Public: any Temporal client may send these two. */
export const confirmTermsSignal = described(
  'Confirms the terms. Counts once, also before the terms are there; a later decision changes nothing.',
  defineSignal<[{ by?: string; comment?: string }?]>('confirmTerms'),
);
export const rejectTermsSignal = described(
  'Rejects the terms and ends the release. It must say why. Counts once, like confirmTerms.',
  defineSignal<[{ by?: string; reason: string }]>('rejectTerms'),
);

export const cancelSignal = described(
  'Cancels the release, like the update of the same name, also when no worker runs: it waits until one does.',
  defineSignal<[Message<'cancel'>]>('cancel'),
);
export const callbackSignal = described(
  'A callback of the localization service that the gateway has verified. It only hints: the status is read again.',
  defineSignal<[Message<'callback'>]>('callback'),
);
export const releasedSignal = described(
  'From a release to the nightly run that waits for it: how it has ended, or that it is partial.',
  defineSignal<[Message<'released'>]>('released'),
);
export const noticeSignal = described(
  'Something that people are to be told on this route.',
  defineSignal<[Message<'notice'>]>('notice'),
);

/**
 * Releases of a project take turns to publish: a release asks, is told when to ask again, and returns the turn. Anybody
 * can send signals, so only the queue's reply grants a turn.
 */
export const askForTurnUpdate = described(
  'Asks for the turn to publish to the project.',
  defineUpdate<TurnReply, [Message<'askForTurn'>]>('askForTurn'),
);
export const publishTurnSignal = described(
  'Hints that the turn to publish may be free: it is asked for again.',
  defineSignal('publishTurn'),
);
export const endTurnSignal = described(
  'Gives the turn to publish back, or leaves it to a publish job that still runs.',
  defineSignal<[Message<'endTurn'>]>('endTurn'),
);
export const leaveQueueSignal = described(
  'Asks for the turn to publish no longer.',
  defineSignal<[Message<'leaveQueue'>]>('leaveQueue'),
);

/** Every update names its author and returns the outcome. */
export const confirmTermsUpdate = described(
  'Confirms the terms. Refused unless the review is open and the list is the one that was shown.',
  defineUpdate<{ outcome: 'confirmed' | 'already-confirmed' }, [Message<'confirm'>]>('confirm'),
);
export const rejectTermsUpdate = described(
  'Rejects the terms and ends the release. It must say why.',
  defineUpdate<{ outcome: 'rejected' }, [Message<'reject'>]>('reject'),
);
export const editTermsUpdate = described(
  'Edits terms. Returns when each of them has reached the service.',
  defineUpdate<TermSheetRef, [Message<'editTerms'>]>('editTerms'),
);
export const deleteTermsUpdate = described(
  'Deletes terms at once. This cannot be undone.',
  defineUpdate<TermSheetRef, [Message<'deleteTerms'>]>('deleteTerms'),
);
export const markTermsUpdate = described(
  'Marks terms to be deleted when the terms are confirmed, or restores them.',
  defineUpdate<TermSheetRef, [Message<'markTerms'>]>('markTerms'),
);
export const acceptTermsUpdate = described(
  'Notes that a person finds terms good as they are, or no longer does. This is no confirmation.',
  defineUpdate<TermSheetRef, [Message<'acceptTerms'>]>('acceptTerms'),
);
export const keepTermbaseUpdate = described(
  'Edits terms to what the termbase has under their texts, as it was last compared.',
  defineUpdate<TermSheetRef, [Message<'keepTermbase'>]>('keepTermbase'),
);
export const commentTermUpdate = described(
  'Comments on a term of the review. The comment is kept with the decisions.',
  defineUpdate<{ outcome: 'commented' }, [Message<'commentTerm'>]>('commentTerm'),
);
export const matchTermbaseUpdate = described(
  'Compares the terms with the termbase.',
  defineUpdate<TermSheetRef, [Message<'matchTermbase'>]>('matchTermbase'),
);
export const refreshTermsUpdate = described(
  'Reads the terms anew from the service.',
  defineUpdate<TermSheetRef, [Message<'refreshTerms'>]>('refreshTerms'),
);
export const resolveUpdate = described(
  'Decides how a release goes on that is parked or partial.',
  defineUpdate<{ outcome: ResolveAction }, [Message<'resolve'>]>('resolve'),
);
export const addLanguagesUpdate = described(
  'Adds languages, which are translated after the others.',
  defineUpdate<{ added: string[] }, [Message<'addLanguages'>]>('addLanguages'),
);
export const amendUpdate = described(
  'Changes what has not happened yet. Returns what changed, and what the release asks for now.',
  defineUpdate<{ changed: string; changes: string[]; spec: ReleaseSpec }, [Message<'amend'>]>('amend'),
);
export const pauseUpdate = described(
  'Pauses the release: nothing irreversible begins until it is resumed. What has been sent comes to its end.',
  defineUpdate<{ outcome: 'paused' }, [Message<'pause'>]>('pause'),
);
export const resumeUpdate = described(
  'Resumes a release that is paused.',
  defineUpdate<{ outcome: 'resumed' }, [Message<'resume'>]>('resume'),
);
export const replaceUpdate = described(
  'Puts a corrected release in the place of this one, as long as nothing was paid for it.',
  defineUpdate<{ outcome: 'attached' | 'replaced' }, [Message<'replace'>]>('replace'),
);
export const cancelUpdate = described(
  'Cancels the release. Returns what had been done, and what cannot be undone.',
  defineUpdate<{ outcome: 'cancelling'; done: string }, [Message<'cancel'>]>('cancel'),
);
