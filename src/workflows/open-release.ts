/** Sets a release up: checks what it was given and listens to everything that can be said to it. */
import { ApplicationFailure, setHandler, workflowInfo } from '@temporalio/workflow';
import type { z } from 'zod';
import type { ReleaseInput } from '../domain/release-input';
import { plannedAnnouncement } from '../domain/planned-announcement';
import { newRecord, type ReleaseRecord } from '../domain/release-record';
import { asSheetRef } from '../domain/term-sheet';
import { checkedSignal, checkInput } from './checked-messages';
import * as messages from '../protocol/messages';
import * as schemas from '../protocol/message-schemas';
import { ReleaseRun } from './release-run';
import { TermReview } from './term-review';

export function openRelease(input: ReleaseInput, continued: ReleaseRecord | undefined): ReleaseRun {
  checkInput(schemas.releaseInput, input);
  checkInput(schemas.releaseRecord, continued);
  const record = continued ?? newRecord(input, workflowInfo().firstExecutionRunId);
  record.terms &&= asSheetRef(record.terms);
  const release = new ReleaseRun(input, record);
  listen(release, new TermReview(release));
  return release;
}

function listen(release: ReleaseRun, review: TermReview): void {
  setHandler(messages.statusQuery, () => release.status());
  setHandler(messages.announcementQuery, () => plannedAnnouncement(release.input, release.record));

  setHandler(
    messages.callbackSignal,
    checkedSignal(schemas.callbackHint, (hint) => release.heard(hint)),
  );
  setHandler(messages.publishTurnSignal, () => {
    release.hasPublishTurn = true;
  });
  setHandler(
    messages.confirmTermsSignal,
    checkedSignal(schemas.confirmSignal, (said) =>
      review.decideBySignal(true, said.by, said.comment ?? null),
    ),
  );
  setHandler(
    messages.rejectTermsSignal,
    checkedSignal(schemas.rejectSignal, (said) => review.decideBySignal(false, said.by, said.reason)),
  );

  setHandler(messages.confirmTermsUpdate, (said) => review.confirm(said), {
    validator: checking(schemas.confirmUpdate, ({ by }) => review.confirmFault(by)),
  });
  setHandler(messages.rejectTermsUpdate, (said) => review.reject(said), {
    validator: checking(schemas.rejectUpdate, () => review.fault()),
  });
  setHandler(messages.editTermsUpdate, (said) => review.edit(said), {
    validator: checking(schemas.editTermsUpdate, () => review.fault()),
  });
  setHandler(messages.deleteTermsUpdate, (said) => review.delete(said), {
    validator: checking(schemas.deleteTermsUpdate, () => review.fault()),
  });
  setHandler(messages.markTermsUpdate, (said) => review.mark(said), {
    validator: checking(schemas.markTermsUpdate, () => review.fault()),
  });
  setHandler(messages.matchTermbaseUpdate, () => review.match(), {
    validator: checking(schemas.sentBy, () => review.fault()),
  });
  setHandler(messages.refreshTermsUpdate, () => review.refresh(), {
    validator: checking(schemas.sentBy, () => review.fault()),
  });
  setHandler(messages.resolveUpdate, (said) => release.resolve(said), {
    validator: checking(schemas.resolveUpdate, ({ action }) => release.resolutionFault(action)),
  });
  setHandler(messages.addLanguagesUpdate, (said) => release.addLanguages(said), {
    validator: checking(schemas.addLanguagesUpdate, () => release.closingFault()),
  });
  setHandler(messages.cancelUpdate, (said) => release.cancel(said), {
    validator: checking(schemas.cancelUpdate, () => release.closingFault()),
  });
}

/** An update is refused before it enters the history, with the reason for whoever sent it. */
function checking<Schema extends z.ZodType>(
  schema: Schema,
  fault: (said: z.output<Schema>) => string | null,
): (said: unknown) => void {
  return (said) => {
    const parsed = schema.safeParse(said);
    const reason = parsed.success ? fault(parsed.data) : schemas.faultOf(parsed.error);
    if (reason !== null)
      throw ApplicationFailure.create({ type: 'Refused', message: reason, nonRetryable: true });
  };
}
