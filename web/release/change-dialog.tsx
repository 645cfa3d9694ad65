import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { Amendment } from '../../src/domain/release/amendment';
import { amendPath } from '../../src/domain/console-paths';
import type { StageName } from '../../src/domain/release/stages';
import { durationText } from '../../src/domain/text/duration';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import type { ReleaseName } from '../api';
import { ReasonDialog } from '../components/dialog';
import { Button } from '../components/form';
import { fieldTime } from '../format';
import { toast } from '../toasts';
import { AccountsField, LanguagesField, type RequestedSettings, TextField, useAmend } from './amend-fields';

const DAY_MS = 86_400_000;

interface ChangeDialogProps {
  view: ReleaseDetails;
  asks: RequestedSettings;
  release: ReleaseName;
  done: () => void;
  onLeave: () => void;
}

/** Changes settings that a release has not used yet. */
export function ChangeDialog({ view, asks: current, release, done, onLeave }: ChangeDialogProps) {
  const { status, announcement } = view;
  const dueAt = status.waitingFor?.kind === 'terms' ? status.waitingFor.dueAt : null;
  // The fields keep their initial values, even if others change the release meanwhile.
  const opened = useRef({ asks: current, dueAt }).current;
  const { asks } = opened;
  const amend = useAmend(release, asks);
  const deadlineMs = useSignal(asks.deadlineMs);
  const text = useSignal(asks.announce?.text ?? '');
  const without = useSignal<ReadonlySet<string>>(new Set());
  const withoutAccounts = useSignal<ReadonlySet<string>>(new Set());
  const isDone = (stage: StageName): boolean =>
    status.stages.some(({ name, state }) => name === stage && (state === 'done' || state === 'skipped'));
  const isReviewAhead =
    status.waitingFor?.kind === 'terms' ||
    status.stages.some(({ name, state }) => name === 'confirm' && state === 'pending');
  const isAnnouncementAhead = asks.announce?.text !== undefined && status.announcement === null;
  const amendment = (announce: RequestedSettings['announce']): Amendment => ({
    ...(isReviewAhead && deadlineMs.value !== asks.deadlineMs && { terms: { deadline: deadlineMs.value } }),
    ...(isAnnouncementAhead &&
      announce !== null &&
      text.value !== asks.announce?.text && { announce: { ...announce, text: text.value } }),
    ...(without.value.size > 0 && { withoutLanguages: [...without.value] }),
    ...(withoutAccounts.value.size > 0 && { withoutAccounts: [...withoutAccounts.value] }),
  });
  return (
    <ReasonDialog
      title="Change the release"
      action="Change it"
      onLeave={onLeave}
      onDo={async (reason) => {
        if (Object.keys(amendment(asks.announce)).length === 0) throw new Error('Nothing is changed yet.');
        await amend((now) => amendment(now?.announce ?? null), reason);
        toast(`Changed ${release.project}/${release.name}.`);
        done();
      }}
    >
      <p>
        What has happened already stays as it is. Nothing is changed if any of this comes too late. For
        everything else, <a href={amendPath(release)}>edit its file</a>.
      </p>
      {isReviewAhead && (
        <Deadline
          dueAt={opened.dueAt}
          beforeMs={asks.deadlineMs}
          deadlineMs={deadlineMs.value}
          onChange={(ms) => (deadlineMs.value = ms)}
        />
      )}
      {isAnnouncementAhead && <TextField view={view} text={text} />}
      {isAnnouncementAhead && (
        <AccountsField accounts={announcement?.accounts ?? []} chosen={withoutAccounts} />
      )}
      {(isAnnouncementAhead || !isDone('export')) && (
        <LanguagesField languages={[...status.languages, ...status.comingLanguages]} chosen={without} />
      )}
    </ReasonDialog>
  );
}

interface DeadlineProps {
  dueAt: string | null;
  beforeMs: number;
  deadlineMs: number;
  onChange: (deadlineMs: number) => void;
}

/** An open review has a due time, a later one only a duration. */
function Deadline({ dueAt, beforeMs, deadlineMs, onChange }: DeadlineProps) {
  const id = useId();
  const dueMs = dueAt === null ? null : Date.parse(dueAt);
  return (
    <div class="deadline row">
      <label for={id}>{dueMs === null ? 'Time for the term review, once it begins' : 'Review until'}</label>
      {dueMs === null ? (
        <output id={id}>{durationText(deadlineMs)}</output>
      ) : (
        <input
          id={id}
          type="datetime-local"
          value={fieldTime(dueMs + deadlineMs - beforeMs)}
          onChange={({ currentTarget: { value } }) => {
            // A difference of minutes, so that the duration keeps its seconds.
            const movedMs = Date.parse(value) - Date.parse(fieldTime(dueMs));
            if (!Number.isNaN(movedMs)) onChange(beforeMs + movedMs);
          }}
        />
      )}
      <Button onClick={() => onChange(deadlineMs + DAY_MS)}>+1 day</Button>
    </div>
  );
}
