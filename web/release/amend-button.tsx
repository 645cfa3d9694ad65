import { useSignal } from '@preact/signals';
import { useId, useState } from 'preact/hooks';
import type { Amendment } from '../../src/domain/amendment';
import { endedStates } from '../../src/domain/release-states';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { ReasonDialog } from '../components/reason-dialog';
import { may } from '../session';
import { toast } from '../toasts';

const DAY_MS = 86_400_000;

/** Changes what a release has not done yet. */
export function AmendButton(shown: { view: ReleaseDetails; release: ReleaseName; done: () => void }) {
  const [asking, setAsking] = useState(false);
  const { asks, status } = shown.view;
  if (asks === null || endedStates.has(status.state) || !may('operate')) return null;
  return (
    <>
      <button type="button" class="quiet" onClick={() => setAsking(true)}>
        Change the release
      </button>
      {asking && <AmendDialog {...shown} asks={asks} onLeave={() => setAsking(false)} />}
    </>
  );
}

function AmendDialog({
  view: { status, announcement },
  asks,
  release,
  done,
  onLeave,
}: {
  view: ReleaseDetails;
  asks: NonNullable<ReleaseDetails['asks']>;
  release: ReleaseName;
  done: () => void;
  onLeave: () => void;
}) {
  const days = useSignal(String(asks.deadlineMs / DAY_MS));
  const text = useSignal(asks.announce?.text ?? '');
  const without = useSignal<readonly string[]>([]);
  const withoutAccounts = useSignal<readonly string[]>([]);
  const [daysId, textId] = [useId(), useId()];
  const isReviewAhead = status.stages.some(
    ({ name, state }) => name === 'confirm' && state !== 'done' && state !== 'skipped',
  );
  const isAnnouncementAhead = asks.announce?.text !== undefined && status.announcement === null;
  // Accounts on which it failed can get another text.
  const canReword = isAnnouncementAhead || status.choices.some(({ action }) => action === 'amend');
  const amendment = (): Amendment => ({
    ...(isReviewAhead &&
      Number(days.value) * DAY_MS !== asks.deadlineMs && {
        terms: { deadline: Number(days.value) * DAY_MS },
      }),
    ...(canReword &&
      asks.announce !== null &&
      text.value !== asks.announce.text && { announce: { ...asks.announce, text: text.value } }),
    ...(without.value.length > 0 && { withoutLanguages: [...without.value] }),
    ...(withoutAccounts.value.length > 0 && { withoutAccounts: [...withoutAccounts.value] }),
  });
  return (
    <ReasonDialog
      title="Change the release"
      action="Change it"
      onLeave={onLeave}
      onDo={async (reason) => {
        const changes = amendment();
        if (Object.keys(changes).length === 0) throw new Error('Nothing is changed yet.');
        await api.amend(release, changes, reason);
        toast(`Changed ${release.project}/${release.name}.`);
        done();
      }}
    >
      <p>What has happened already stays as it is. Nothing is changed if any of this comes too late.</p>
      {isReviewAhead && (
        <>
          <label for={daysId}>Days for the term review, from its start</label>
          <input
            id={daysId}
            type="number"
            min="0.1"
            step="any"
            value={days}
            onInput={(event) => (days.value = event.currentTarget.value)}
          />
        </>
      )}
      {canReword && (
        <>
          <label for={textId}>Text of the announcement</label>
          <textarea
            id={textId}
            rows={3}
            dir="auto"
            value={text}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </>
      )}
      {isAnnouncementAhead && (
        <Choice
          legend="Do not announce on"
          options={(announcement?.accounts ?? []).map(({ id, handle }) => [id, handle ?? id])}
          chosen={withoutAccounts.value}
          onChange={(ids) => (withoutAccounts.value = ids)}
        />
      )}
      <Choice
        legend="Leave out of the files and of the announcement"
        options={status.languages.map((code) => [code, code])}
        chosen={without.value}
        onChange={(codes) => (without.value = codes)}
      />
    </ReasonDialog>
  );
}

function Choice({
  legend,
  options,
  chosen,
  onChange,
}: {
  legend: string;
  options: readonly (readonly [value: string, label: string])[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  if (options.length < 2) return null;
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          />{' '}
          <bdi>{label}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
