import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import type { RevertedGlossary, RevertPlan, RevertStep } from '../../src/protocol/glossary-api';
import { api, type ReleaseName } from '../api';
import { Dialog, ReasonForm } from '../components/dialog';
import { ErrorMessage, useResource } from '../components/resource';
import { counted } from '../format';
import { More } from '../review/difference-dialog';
import { FieldLines, fieldName } from './changes';

const actions = { delete: 'is deleted', update: 'gets its earlier values back' };

/**
 * Shows the changes of a revert to the termbase as it is now, reverts on one deliberate click, and shows the result.
 */
export function RevertDialog({
  release,
  terms,
  onLeave,
  done,
}: {
  release: ReleaseName;
  /** An empty list means all terms of the release. */
  terms: readonly string[];
  onLeave: () => void;
  done: () => void;
}) {
  const plan = useResource(JSON.stringify(terms), () => api.revertPlan(release, terms));
  const reverted = useSignal<RevertedGlossary | null>(null);
  const leave = (): void => {
    if (reverted.value !== null) done();
    onLeave();
  };
  return (
    <Dialog title="Revert in the termbase" onLeave={leave} wide>
      {reverted.value === null ? (
        <>
          <ErrorMessage error={plan.error.value} again={plan.reload} />
          {plan.value.value === null && plan.error.value === null && (
            <p class="loading" role="status">
              Reading the termbase…
            </p>
          )}
          {plan.value.value !== null && (
            <Question
              {...{ release, terms }}
              plan={plan.value.value}
              onLeave={leave}
              onDone={(result) => (reverted.value = result)}
            />
          )}
        </>
      ) : (
        <Result reverted={reverted.value} onLeave={leave} />
      )}
    </Dialog>
  );
}

function Question({
  release,
  terms,
  plan: steps,
  onLeave,
  onDone,
}: {
  release: ReleaseName;
  terms: readonly string[];
  plan: RevertPlan;
  onLeave: () => void;
  onDone: (result: RevertedGlossary) => void;
}) {
  const overwrite = useSignal<ReadonlySet<string>>(new Set());
  const plain = steps.filter(({ action, isChangedSince }) => action !== 'none' && !isChangedSince);
  const since = steps.filter(({ action, isChangedSince }) => action !== 'none' && isChangedSince);
  const none = steps.filter(({ action }) => action === 'none');
  const count = plain.length + overwrite.value.size;
  const toggle = (term: string): void => {
    const next = new Set(overwrite.value);
    if (!next.delete(term)) next.add(term);
    overwrite.value = next;
  };
  const revert = async (reason: string): Promise<void> =>
    onDone(await api.revert(release, { terms, overwrite: [...overwrite.value], reason }));
  return (
    <ReasonForm
      isReady={count > 0}
      action={`Revert ${counted(count, 'term')}`}
      busyAction="Reverting…"
      danger
      onDo={revert}
      onLeave={onLeave}
    >
      <p>Only the termbase changes. Texts that were translated with these terms stay as they are.</p>
      <Steps title="Goes back" steps={plain} />
      {since.length > 0 && (
        <section class="revert-steps">
          <h3>Changed again after the release</h3>
          <p class="muted">These stay as they are, unless you tick them.</p>
          <ul>
            {since.slice(0, MOST_SHOWN).map((step) => (
              <li key={step.term}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={overwrite.value.has(step.term)}
                    onChange={() => toggle(step.term)}
                  />{' '}
                  Overwrite <strong dir="auto">{step.term}</strong> <ActionWords step={step} />
                </label>
                <StepFields step={step} />
              </li>
            ))}
          </ul>
          <More count={since.length - MOST_SHOWN} />
        </section>
      )}
      {none.length > 0 && (
        <section class="revert-steps">
          <h3>Nothing to do</h3>
          <ul>
            {none.slice(0, MOST_SHOWN).map(({ term, why }) => (
              <li key={term}>
                <strong dir="auto">{term}</strong> <bdi class="muted">{why}</bdi>
              </li>
            ))}
          </ul>
          <More count={none.length - MOST_SHOWN} />
        </section>
      )}
    </ReasonForm>
  );
}

const MOST_SHOWN = 100;

function ActionWords({ step: { action } }: { step: RevertStep }) {
  return action === 'none' ? null : <span class="muted">{actions[action]}</span>;
}

function Steps({ title, steps }: { title: string; steps: readonly RevertStep[] }) {
  if (steps.length === 0) return null;
  return (
    <section class="revert-steps">
      <h3>{title}</h3>
      <ul>
        {steps.slice(0, MOST_SHOWN).map((step) => (
          <li key={step.term}>
            <strong dir="auto">{step.term}</strong> <ActionWords step={step} />
            <StepFields step={step} />
          </li>
        ))}
      </ul>
      <More count={steps.length - MOST_SHOWN} />
    </section>
  );
}

/**
 * Shows the change from the present value to the one before the release; and the release's value, where it was changed
 * since.
 */
function StepFields({ step: { fields, action } }: { step: RevertStep }) {
  const lines = fields.map(({ field, now, before }) => ({ field, old: now, new: before ?? '' }));
  const later = fields.filter(({ now, after }) => now !== after);
  return (
    <>
      {action === 'update' && <FieldLines fields={lines.filter(({ old, new: to }) => old !== to)} />}
      {later.length > 0 && (
        <p class="muted">
          The release wrote{' '}
          {later.map(({ field, after, now }, index) => (
            <Fragment key={field}>
              {index > 0 && ', '}
              {fieldName(field)}: <bdi>{after || 'nothing'}</bdi>, now <bdi>{now || 'nothing'}</bdi>
            </Fragment>
          ))}
          .
        </p>
      )}
    </>
  );
}

function Result({
  reverted: { reverted, left, failures, isDone },
  onLeave,
}: {
  reverted: RevertedGlossary;
  onLeave: () => void;
}) {
  return (
    <>
      <p role="status">
        {isDone
          ? failures.length === 0
            ? `Reverted ${counted(reverted, 'term')}.`
            : 'Some terms were not reverted.'
          : `The revert of ${counted(reverted, 'term')} continues without this page.`}
      </p>
      {failures.map((failure) => (
        <p key={failure} class="lacks" dir="auto">
          {failure}
        </p>
      ))}
      {left.length > 0 && (
        <ul class="revert-steps">
          {left.slice(0, MOST_SHOWN).map(({ term, why }) => (
            <li key={term}>
              <strong dir="auto">{term}</strong>{' '}
              <span class="muted">
                left as it is. <bdi>{why}</bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div class="buttons">
        <button type="button" class="primary" autoFocus onClick={onLeave}>
          Done
        </button>
      </div>
    </>
  );
}
