import { useSignal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import type { RevertedGlossary, RevertPlan, RevertStep } from '../../src/protocol/glossary-api';
import { api, type ReleaseName } from '../api';
import { PlanDialog, ReasonForm } from '../components/dialog';
import { Check, toggle } from '../components/form';
import { useResource } from '../components/resource';
import { More } from '../components/text';
import { counted } from '../format';
import { FieldLines, fieldName } from './changes';

const actions = { delete: 'is deleted', update: 'gets its earlier values back', none: '' };

interface Wanted {
  release: ReleaseName;
  /** An empty list means all terms of the release. */
  terms: readonly string[];
}

/**
 * Shows the changes of a revert to the termbase as it is now, reverts on one deliberate click, and shows the result.
 */
export function RevertDialog({
  release,
  terms,
  ...close
}: Wanted & { onLeave: () => void; onDone: () => void }) {
  const plan = useResource(JSON.stringify(terms), () => api.revertPlan(release, terms));
  return (
    <PlanDialog
      title="Revert in the termbase"
      wide
      plan={plan}
      reading={<p role="status">Reading the termbase…</p>}
      question={(steps, closeQuestion) => (
        <Question release={release} terms={terms} steps={steps} {...closeQuestion} />
      )}
      result={(reverted: RevertedGlossary) => <Result {...reverted} />}
      {...close}
    />
  );
}

function Question({
  release,
  terms,
  steps,
  onLeave,
  onResult,
}: Wanted & {
  steps: RevertPlan;
  onLeave: () => void;
  onResult: (result: RevertedGlossary) => void;
}) {
  const overwrite = useSignal<ReadonlySet<string>>(new Set());
  const none = steps.filter(({ action }) => action === 'none');
  const reverted = steps.filter(({ action }) => action !== 'none');
  const plain = reverted.filter(({ isChangedSince }) => !isChangedSince);
  const count = plain.length + overwrite.value.size;
  return (
    <ReasonForm
      isReady={count > 0}
      action={`Revert ${counted(count, 'term')}`}
      busyAction="Reverting…"
      danger
      onDo={async (reason) =>
        onResult(await api.revert(release, { terms, overwrite: [...overwrite.value], reason }))
      }
      onLeave={onLeave}
    >
      <p>Only the termbase changes. Texts that were translated with these terms stay as they are.</p>
      <Steps title="Goes back" steps={plain}>
        {(step) => (
          <>
            <strong dir="auto">{step.term}</strong> <span class="muted">{actions[step.action]}</span>
            <StepFields step={step} />
          </>
        )}
      </Steps>
      <Steps
        title="Changed again after the release"
        note={<p class="muted">These stay as they are, unless you tick them.</p>}
        steps={reverted.filter(({ isChangedSince }) => isChangedSince)}
      >
        {(step) => (
          <>
            <Check isOn={overwrite.value.has(step.term)} onChange={() => toggle(overwrite, step.term)}>
              Overwrite <strong dir="auto">{step.term}</strong>{' '}
              <span class="muted">{actions[step.action]}</span>
            </Check>
            <StepFields step={step} />
          </>
        )}
      </Steps>
      <Steps title="Nothing to do" steps={none}>
        {({ term, why }) => (
          <>
            <strong dir="auto">{term}</strong> <bdi class="muted">{why}</bdi>
          </>
        )}
      </Steps>
    </ReasonForm>
  );
}

const MOST_SHOWN = 100;

interface StepsProps {
  title: string;
  note?: ComponentChildren;
  steps: RevertPlan;
  children: (step: RevertStep) => ComponentChildren;
}

function Steps({ title, note, steps, children }: StepsProps) {
  if (steps.length === 0) return null;
  return (
    <section class="revert-steps">
      <h3>{title}</h3>
      {note}
      <ul>
        {steps.slice(0, MOST_SHOWN).map((step) => (
          <li key={step.term}>{children(step)}</li>
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
  const lines = fields.map(({ field, now, before }) => ({ field, from: now, to: before ?? '' }));
  const later = fields.filter(({ now, after }) => now !== after);
  return (
    <>
      {action === 'update' && <FieldLines fields={lines.filter(({ from, to }) => from !== to)} />}
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

function Result({ reverted, left, failures, isDone }: RevertedGlossary) {
  const doneText =
    failures.length === 0 ? `Reverted ${counted(reverted, 'term')}.` : 'Some terms were not reverted.';
  return (
    <>
      <p role="status">
        {isDone ? doneText : `The revert of ${counted(reverted, 'term')} continues without this page.`}
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
    </>
  );
}
