/** Sets a release up: checks what it was given and listens to everything that can be said to it. */
import { ApplicationFailure, setHandler, workflowInfo } from '@temporalio/workflow';
import type { z } from 'zod';
import type { ReleaseInput } from '../domain/release-input';
import { plannedAnnouncement } from '../domain/planned-announcement';
import { newRecord, type ReleaseRecord } from '../domain/release-record';
import { asSheetRef } from '../domain/term-sheet';
import { heed, mustHaveShape } from './checked-messages';
import * as messages from '../protocol/messages';
import * as shapes from '../protocol/message-schemas';
import { ReleaseRun } from './release-run';
import { TermReview } from './term-review';

export function openRelease(input: ReleaseInput, continued: ReleaseRecord | undefined): ReleaseRun {
  mustHaveShape(shapes.releaseInput, input);
  mustHaveShape(shapes.releaseRecord, continued);
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
    heed(shapes.callbackHint, (hint) => release.heard(hint)),
  );
  setHandler(messages.publishTurnSignal, () => {
    release.hasPublishTurn = true;
  });
  setHandler(
    messages.confirmTermsSignal,
    heed(shapes.confirmSignal, (said) => review.decideBySignal(true, said.by, said.comment ?? null)),
  );
  setHandler(
    messages.rejectTermsSignal,
    heed(shapes.rejectSignal, (said) => review.decideBySignal(false, said.by, said.reason)),
  );

  setHandler(messages.confirmTermsUpdate, (said) => review.confirm(said), {
    validator: checking(shapes.confirmUpdate, ({ by }) => review.confirmFault(by)),
  });
  setHandler(messages.rejectTermsUpdate, (said) => review.reject(said), {
    validator: checking(shapes.rejectUpdate, () => review.fault()),
  });
  setHandler(messages.editTermsUpdate, (said) => review.edit(said), {
    validator: checking(shapes.editTermsUpdate, () => review.fault()),
  });
  setHandler(messages.deleteTermsUpdate, (said) => review.delete(said), {
    validator: checking(shapes.deleteTermsUpdate, () => review.fault()),
  });
  setHandler(messages.markTermsUpdate, (said) => review.mark(said), {
    validator: checking(shapes.markTermsUpdate, () => review.fault()),
  });
  setHandler(messages.matchTermbaseUpdate, () => review.match(), {
    validator: checking(shapes.spoken, () => review.fault()),
  });
  setHandler(messages.refreshTermsUpdate, () => review.refresh(), {
    validator: checking(shapes.spoken, () => review.fault()),
  });
  setHandler(messages.resolveUpdate, (said) => release.resolve(said), {
    validator: checking(shapes.resolveUpdate, ({ action }) => release.resolutionFault(action)),
  });
  setHandler(messages.addLanguagesUpdate, (said) => release.addLanguages(said), {
    validator: checking(shapes.addLanguagesUpdate, () => release.closingFault()),
  });
  setHandler(messages.cancelUpdate, (said) => release.cancel(said), {
    validator: checking(shapes.cancelUpdate, () => release.closingFault()),
  });
}

/** An update is refused before it enters the history, with the reason for whoever sent it. */
function checking<Schema extends z.ZodType>(
  schema: Schema,
  fault: (said: z.output<Schema>) => string | null,
): (said: unknown) => void {
  return (said) => {
    const parsed = schema.safeParse(said);
    const reason = parsed.success ? fault(parsed.data) : shapes.faultOf(parsed.error);
    if (reason !== null)
      throw ApplicationFailure.create({ type: 'Refused', message: reason, nonRetryable: true });
  };
}
