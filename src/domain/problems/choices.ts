/** What a person can decide about a release, in the same words for a button, a terminal, a notice and JSON. */
import { resolveActions, skippableStages, type ResolveAction, type StageName } from '../release/stages';
import type { Choice, ReleaseStatus } from '../release/status';
import { targetOutcome } from '../release/target-outcome';
import { accountNames } from './failed-account';
import type { Account, ChoiceWords, Problem } from './problem';
import { rowOf, textOf, type FactsOf, type ProblemCode } from './problem-catalogue';

type Standing = Pick<
  ReleaseStatus,
  'state' | 'stage' | 'waitingFor' | 'hold' | 'paused' | 'terms' | 'announcement' | 'languages'
> & { problem: Pick<Problem, 'code' | 'facts'> | null };

type Parked = Pick<Standing, 'state' | 'stage' | 'waitingFor'> & { problem: Pick<Problem, 'code'> | null };

export function possibleActions({ state, stage, waitingFor, problem }: Parked): ResolveAction[] {
  if (waitingFor?.kind !== 'decision') return [];
  // The release is done already: there is nothing left to abort.
  if (state === 'partial') return ['retry', 'skip', 'live'];
  if (state !== 'parked') return [];
  const isPostUnknown = stage === 'announce' && unknownOutcomes.has(problem?.code ?? '');
  return resolveActions.filter((action) => {
    if (action === 'skip') return stage === null || skippableStages.has(stage);
    return isPostUnknown || (action !== 'live' && action !== 'not-live');
  });
}

/** The call may have been accepted, and no reading of the service can show it. */
export const unknownOutcomes: ReadonlySet<string> = new Set<ProblemCode>([
  'outcome_unknown',
  'not_started',
  'no_answer',
  'deadline',
]);

const skips: Readonly<Partial<Record<StageName, ChoiceWords>>> = {
  supplement: {
    label: 'Go on without these languages',
    consequence: 'The languages are not added, and can be added later.',
  },
  publish: {
    label: 'Go on without publishing',
    consequence: 'The project keeps what it had, and an export has that.',
  },
  export: { label: 'Go on without files', consequence: 'The release goes on, and no file of it is written.' },
  announce: {
    label: 'Leave the announcement out',
    consequence: 'The release ends without this announcement, and nothing more is posted.',
  },
};

const always: Readonly<Record<ResolveAction, ChoiceWords>> = {
  retry: {
    label: 'Try again',
    consequence: 'The release repeats only what failed, and goes on from there.',
  },
  skip: { label: 'Skip the stage', consequence: 'The release goes on with the next stage.' },
  abort: {
    label: 'Abort the release',
    consequence: 'The release ends here as failed, and what it has done so far is kept.',
  },
  live: {
    label: 'The post is live',
    consequence: 'You have looked, and the post is out, so that nothing is sent again.',
  },
  'not-live': {
    label: 'The post is not live',
    consequence: 'You have looked, and the post is not out, so that it can be announced again.',
  },
};

export function actionLabel(action: string): string {
  return resolveActions.some((known) => known === action) ? always[action as ResolveAction].label : action;
}

const ifPartial: Readonly<Partial<Record<ResolveAction, ChoiceWords>>> = {
  retry: {
    label: 'Announce again on the failed accounts',
    consequence: 'It is announced once more where that failed, and nowhere else.',
  },
  skip: {
    label: 'Leave it as it is',
    consequence: 'The release ends as partial, and what is announced stays announced.',
  },
};

/** Everything that stops a release now, the most urgent first. */
export function reasonsOf(standing: Standing): Pick<Problem, 'code' | 'facts'>[] {
  const { problem, paused, hold, waitingFor, terms } = standing;
  const reasons: Pick<Problem, 'code' | 'facts'>[] = [];
  if (problem !== null) reasons.push(problem);
  else if (hold !== null)
    reasons.push({ code: `hold_${hold.why}`, facts: { until: hold.until, of: hold.of ?? null } });
  else if (waitingFor?.kind === 'terms') {
    const { since, dueAt, onDue = null } = waitingFor;
    // A pause suspends the review's deadline.
    const due = paused === null ? dueAt : null;
    const facts: FactsOf<'review'> = { terms: terms?.total ?? null, since, dueAt: due, onDue };
    reasons.push({ code: 'review', facts });
  }
  if (paused !== null) reasons.push({ code: 'paused', facts: paused });
  return reasons;
}

export function choicesOf(standing: Standing): Choice[] {
  const { paused, waitingFor } = standing;
  const choices: Choice[] = possibleActions(standing).map((action) => ({
    action,
    ...wordsFor(action, standing),
    needs: ['reason'],
  }));
  // Amendments come second, after the retry, because they take effect only with it.
  choices.splice(1, 0, ...amendments(standing));
  if (waitingFor?.kind === 'terms')
    choices.push(
      {
        action: 'confirm',
        label: 'Confirm the terms',
        consequence: 'The terms are confirmed as the list shows them, and the translation begins.',
        needs: [],
      },
      {
        action: 'reject',
        label: 'Reject the terms',
        consequence: 'The release ends, and nothing is translated.',
        needs: ['reason'],
      },
    );
  if (paused !== null)
    choices.push({
      action: 'resume',
      label: 'Resume the release',
      consequence: 'The release goes on with what comes next.',
      needs: [],
    });
  return choices;
}

/** Only the changes that help against the current problem are offered. */
function amendments(standing: Standing): Choice[] {
  const { state, stage, waitingFor, hold, paused, announcement, problem, languages } = standing;
  const amend = (need: Choice['needs'][number], words: ChoiceWords): Choice[] => [
    { action: 'amend', ...words, needs: [need, 'reason'] },
  ];
  if (state === 'partial' && waitingFor !== null && problem?.facts.canReword === true)
    return amend('text', {
      label: 'Change the text for the failed accounts',
      consequence: 'They get the new text when it is announced again, and all others keep theirs.',
    });
  const isMade = announcement !== null && (announcement.sentAt !== null || announcement.scheduledAt !== null);
  const isHeldForTime = hold?.why === 'quiet_hours' || hold?.why === 'announcement_time';
  if (isHeldForTime && paused === null && !isMade)
    return amend('time', {
      label: 'Announce now',
      consequence: 'The announcement goes out at once, also in quiet hours.',
    });
  if (state !== 'parked') return [];
  if (stage === 'announce' && !isMade && !unknownOutcomes.has(problem?.code ?? ''))
    return amend('accounts', {
      label: 'Leave out accounts',
      consequence: 'The announcement is not made on them, once it is tried again.',
    });
  const isAboutFiles = problem?.code === 'gate_completeness' || problem?.code === 'export_incomplete';
  if (!isAboutFiles || languages.length < 2) return [];
  return amend('languages', {
    label: 'Leave out languages',
    consequence: 'They are neither exported nor announced, once it is tried again.',
  });
}

export function messageOf(problem: Problem, choices: readonly Choice[]): string {
  const decided = choices.map(({ action, label, consequence }) => `${action}: ${label}. ${consequence}`);
  return [textOf(problem), ...decided].join('\n');
}

function wordsFor(action: ResolveAction, standing: Standing): ChoiceWords {
  const { state, stage, problem } = standing;
  const row = problem !== null && (action === 'retry' || action === 'skip') ? rowOf(problem)?.[action] : null;
  const { label, consequence } =
    (state === 'partial' ? ifPartial[action] : row?.(problem?.facts as never)) ??
    (action === 'skip' && stage !== null ? skips[stage] : undefined) ??
    always[action];
  const isAboutPost = state === 'partial' || action === 'live' || action === 'not-live';
  const accounts = isAboutPost && action !== 'skip' ? unsettled(standing) : [];
  return accounts.length === 0
    ? { label, consequence }
    : { label, consequence: `${consequence.replace(/\.$/, '')}: ${accountNames(accounts)}.` };
}

/** The accounts on which the post is not known to be published. */
function unsettled({ announcement, problem }: Standing): readonly Account[] {
  const targets = announcement?.targets ?? [];
  if (targets.length === 0) return (problem?.facts.accounts ?? []) as readonly Account[];
  return targets
    .filter((target) => targetOutcome(target) !== 'published')
    .map(({ accountId, platform, handle }) => ({ id: accountId, platform: platform ?? '', handle }));
}
