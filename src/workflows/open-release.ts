/** Sets a release up: checks what it was given and listens to everything that can be said to it. */
import { setHandler, workflowInfo } from '@temporalio/workflow';
import { amendmentRuleFault } from '../domain/amendment';
import { plannedAnnouncement } from '../domain/planned-announcement';
import type { ReleaseInput } from '../domain/release-input';
import { migrateRecord, newRecord, type StoredRecord } from '../domain/release-record';
import { pauseFault, resolutionFault } from '../domain/release-decisions';
import * as messages from '../protocol/messages';
import { amendFault, amendRelease } from './amend-release';
import { checkedInput, onSignal, onUpdate } from './checked-messages';
import { ReleaseRun } from './release-run';
import { TermReview } from './term-review';

export function openRelease(given: ReleaseInput, continued: StoredRecord | null | undefined): ReleaseRun {
  const input = checkedInput('releaseInput', given);
  const left = continued ?? null;
  if (left !== null) checkedInput('releaseRecord', left);
  const record = left === null ? newRecord(input, workflowInfo().firstExecutionRunId) : migrateRecord(left);
  const release = new ReleaseRun(input, record);
  listen(release, new TermReview(release));
  return release;
}

function listen(release: ReleaseRun, review: TermReview): void {
  setHandler(messages.statusQuery, () => release.status());
  setHandler(messages.announcementQuery, () => plannedAnnouncement(release.input, release.record));
  setHandler(messages.publishTurnSignal, () => {
    release.turnHinted = true;
  });
  onSignal(messages.callbackSignal, 'callback', (callback) => release.hear(callback));
  onSignal(messages.confirmTermsSignal, 'confirmTerms', ({ by, comment }) =>
    review.decideBySignal({ confirmed: true, by, why: comment ?? null }),
  );
  onSignal(messages.rejectTermsSignal, 'rejectTerms', ({ by, reason }) =>
    review.decideBySignal({ confirmed: false, by, why: reason }),
  );
  onSignal(messages.cancelSignal, 'cancel', (message) => {
    if (release.closedFault() === null && release.has('cancel-by-signal')) release.cancel(message);
  });

  onUpdate(messages.confirmTermsUpdate, 'confirm', {
    fault: (message) => review.confirmFault(message),
    act: (message) => review.confirm(message),
  });
  const whileOpen = () => review.fault();
  const whileEditable = () => review.editFault();
  onUpdate(messages.rejectTermsUpdate, 'reject', {
    fault: whileOpen,
    act: (message) => review.reject(message),
  });
  onUpdate(messages.editTermsUpdate, 'editTerms', {
    fault: whileEditable,
    act: (message) => review.edit(message),
  });
  onUpdate(messages.deleteTermsUpdate, 'deleteTerms', {
    fault: whileEditable,
    act: (message) => review.delete(message),
  });
  onUpdate(messages.markTermsUpdate, 'markTerms', {
    fault: whileEditable,
    act: (message) => review.mark(message),
  });
  onUpdate(messages.keepTermbaseUpdate, 'keepTermbase', {
    fault: whileEditable,
    act: (message) => review.keepTermbase(message),
  });
  onUpdate(messages.matchTermbaseUpdate, 'matchTermbase', {
    fault: whileEditable,
    act: () => review.match(),
  });
  onUpdate(messages.refreshTermsUpdate, 'refreshTerms', {
    fault: whileEditable,
    act: () => review.refresh(),
  });

  onUpdate(messages.resolveUpdate, 'resolve', {
    fault: ({ action }) => release.closedFault() ?? resolutionFault(release.record, action),
    act: (message) => release.resolve(message),
  });
  onUpdate(messages.addLanguagesUpdate, 'addLanguages', {
    fault: () => release.closedFault(),
    act: (message) => release.addLanguages(message),
  });
  onUpdate(messages.amendUpdate, 'amend', {
    fault: ({ amendment }) =>
      release.closedFault() ??
      amendmentRuleFault(release.record, amendment) ??
      amendFault(release, amendment),
    act: (message) => amendRelease(release, message),
  });
  onUpdate(messages.pauseUpdate, 'pause', {
    fault: () => release.closedFault() ?? pauseFault(release.record),
    act: (message) => release.pause(message),
  });
  onUpdate(messages.resumeUpdate, 'resume', {
    fault: () => release.closedFault() ?? (release.record.paused ? null : 'It is not paused.'),
    act: (message) => release.resume(message),
  });
  onUpdate(messages.cancelUpdate, 'cancel', {
    fault: () => release.closedFault(),
    act: (message) => release.cancel(message),
  });
}
