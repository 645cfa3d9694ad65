/** What was amended in the newest run of a release, by whom, and what its file said last: its history tells. */
import { defaultPayloadConverter } from '@temporalio/common';
import type { Amendment } from '../domain/amendment';
import { type ReleaseInput, amendable, type AmendableParts } from '../domain/release-input';
import type { Message } from '../protocol/message-schemas';
import { amendedSpec, timeOf, type HistoryEvent } from './run-facts';

type AmendMessage = Message<'amend'>;

interface MadeAmendment extends AmendMessage {
  at: string;
}

/** In their order. */
export function madeAmendments(events: readonly HistoryEvent[]): MadeAmendment[] {
  return events.flatMap((event) => {
    if (amendedSpec(event) === null) return [];
    const { acceptedEventId } = event.workflowExecutionUpdateCompletedEventAttributes ?? {};
    const accepted = events.find(({ eventId }) => String(eventId) === String(acceptedEventId));
    const [said] =
      accepted?.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.args?.payloads ?? [];
    if (!said) return [];
    return [{ ...defaultPayloadConverter.fromPayload<AmendMessage>(said), at: timeOf(event) }];
  });
}

/** What the file said when the release was started, or last amended by a file. */
export function filedIn(input: ReleaseInput, made: readonly MadeAmendment[]): AmendableParts {
  return made.findLast(({ file }) => file !== undefined)?.file ?? input.file ?? amendable(input.spec);
}

/** `terms.deadline, which olga amended on 2026-11-16T08:20:00.000Z: reviewer is ill`. */
export function takenBackText(key: string, made: readonly MadeAmendment[]): string {
  const last = made.findLast(({ amendment }) => isAbout(amendment, key));
  if (last === undefined) return `${key}, which was amended meanwhile`;
  const { by, at, reason } = last;
  return `${key}, which ${by} amended on ${at}${reason === undefined ? '' : `: ${reason}`}`;
}

function isAbout({ withoutAccounts, withoutLanguages, ...parts }: Amendment, key: string): boolean {
  const [part = '', name = ''] = key.split('.');
  if (part === 'terms') return new Map(Object.entries(parts.terms ?? {})).get(name) !== undefined;
  if (part === 'announce' && withoutAccounts !== undefined) return true;
  if ((part === 'export' || part === 'supplementLanguages') && withoutLanguages !== undefined) return true;
  return new Map<string, unknown>(Object.entries(parts)).get(part) !== undefined;
}
