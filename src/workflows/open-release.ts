/** Makes the release of a run, and registers a handler for every message that it takes. */
import type { UpdateDefinition } from '@temporalio/common';
import { workflowInfo } from '@temporalio/workflow';
import { amendmentFaults, amendmentRuleFault } from '../domain/release/amendment';
import { plannedAnnouncement } from '../domain/release/announcement';
import type { ReleaseInput } from '../domain/release/release-input';
import { newRecord, type ReleaseRecord } from '../domain/release/release-record';
import { pauseFault, resolutionFault, ignoredText } from '../domain/release/release-decisions';
import { commentedOn } from '../domain/review/term-changes';
import { addWarning } from '../domain/release/release-transitions';
import type { Message, MessageName } from '../protocol/message-schemas';
import * as messages from '../protocol/messages';
import { amendFault, amendRelease } from './amend-release';
import {
  checkedInput,
  onBareSignal,
  onQuery,
  onQuestion,
  onSignal,
  onUpdate,
  type IgnoredSignal,
} from './checked-messages';
import { ReleaseRun } from './release-run';
import { TermReview } from './term-review';

export function openRelease(given: ReleaseInput, continued: ReleaseRecord | undefined): ReleaseRun {
  const input = checkedInput('releaseInput', given);
  if (continued !== undefined) checkedInput('releaseRecord', continued);
  const record = continued ?? newRecord(input, workflowInfo().runId);
  const release = new ReleaseRun(input, record);
  listen(release, new TermReview(release));
  return release;
}

function listen(release: ReleaseRun, review: TermReview): void {
  onQuery(messages.statusQuery, () => release.status());
  onQuery(messages.announcementQuery, () => plannedAnnouncement(release.input, release.record));
  onQuestion(messages.amendmentFaultsQuery, 'amendmentFaults', (amendment) =>
    amendmentFaults(release.spec, release.record, amendment),
  );
  listenToSignals(release, review);
  listenToReview(release, review);
  listenToDecisions(release);
}

function listenToSignals(release: ReleaseRun, review: TermReview): void {
  /** The sender believes that the signal counted, so a warning shows that it did not. */
  const warnIgnored = (ignored: IgnoredSignal): void => {
    addWarning(release.record, ignoredText(ignored.signal, ignored));
    release.show();
  };
  const decide = (confirmed: boolean, by: string, why: string | null): void =>
    review.decideBySignal({ confirmed, by, why });
  onBareSignal(messages.publishTurnSignal, () => {
    release.turnSignalled = true;
  });
  onSignal(messages.callbackSignal, 'callback', (callback) => release.receive(callback));
  const { confirmTermsSignal, rejectTermsSignal, cancelSignal } = messages;
  onSignal(
    confirmTermsSignal,
    'confirmTerms',
    (sent) => decide(true, sent.by, sent.comment ?? null),
    warnIgnored,
  );
  onSignal(rejectTermsSignal, 'rejectTerms', (sent) => decide(false, sent.by, sent.reason), warnIgnored);
  const cancel = (sent: Message<'cancel'>): void => {
    if (release.closedFault() === null) release.cancel(sent);
  };
  onSignal(cancelSignal, 'cancel', cancel, warnIgnored);
}

function listenToReview(release: ReleaseRun, review: TermReview): void {
  const on = updatesOf(release);
  const whileOpen = () => review.closedToDecisions();
  const whileEditable = () => review.closedToEdits();
  on(
    messages.confirmTermsUpdate,
    'confirm',
    (message) => review.confirmFault(message),
    (message) => review.confirm(message),
  );
  on(messages.rejectTermsUpdate, 'reject', whileOpen, (message) => review.reject(message));
  on(messages.editTermsUpdate, 'editTerms', whileEditable, (message) => review.edit(message));
  on(messages.markTermsUpdate, 'markTerms', whileEditable, (message) => review.mark(message));
  on(messages.acceptTermsUpdate, 'acceptTerms', whileEditable, (message) => review.accept(message));
  on(messages.keepTermbaseUpdate, 'keepTermbase', whileEditable, (message) =>
    review.edit({ ...message, edit: 'termbase' }),
  );
  on(messages.commentTermUpdate, 'commentTerm', whileOpen, ({ by, termId, term, comment }) => {
    release.decided(by, commentedOn(termId, term), comment);
    release.show();
    return { outcome: 'commented' };
  });
  on(messages.matchTermbaseUpdate, 'matchTermbase', whileEditable, () => review.match());
  on(messages.refreshTermsUpdate, 'refreshTerms', whileEditable, () => review.refresh());
  on(
    messages.deleteTermsUpdate,
    'deleteTerms',
    () => review.closedToDeletions(),
    (message) => review.delete(message),
  );
}

function listenToDecisions(release: ReleaseRun): void {
  const on = updatesOf(release);
  const { record } = release;
  const whileOpen = () => release.closedFault();
  on(
    messages.resolveUpdate,
    'resolve',
    (message) => release.closedFault() ?? resolutionFault(record, message),
    (message) => release.resolve(message),
  );
  on(messages.addLanguagesUpdate, 'addLanguages', whileOpen, (message) => release.addLanguages(message));
  on(
    messages.amendUpdate,
    'amend',
    ({ amendment }) =>
      release.closedFault() ?? amendmentRuleFault(record, amendment) ?? amendFault(release, amendment),
    (message) => amendRelease(release, message),
  );
  on(
    messages.pauseUpdate,
    'pause',
    () => release.closedFault() ?? pauseFault(record),
    (message) => release.pause(message),
  );
  on(
    messages.resumeUpdate,
    'resume',
    () => release.closedFault() ?? (record.paused === null ? 'It is not paused.' : null),
    (message) => release.resume(message),
  );
  on(
    messages.replaceUpdate,
    'replace',
    ({ input }) => release.closedFault() ?? release.replaceFault(input),
    ({ input }) => release.replace(input),
  );
  on(messages.cancelUpdate, 'cancel', whileOpen, (message) => release.cancel(message));
}

/** Each update is done once, even when its result was lost and it is sent again to a later run. */
function updatesOf({ record }: ReleaseRun) {
  return <Name extends MessageName, Result, Sent extends [unknown]>(
    update: messages.Described<UpdateDefinition<Result, Sent>>,
    name: Name,
    fault: (message: Message<Name>) => string | null,
    act: (message: Message<Name>) => Result | Promise<Result>,
  ): void => onUpdate(update, name, { fault, act }, record.answers);
}
