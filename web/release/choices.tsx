import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Amendment } from '../../src/domain/release/amendment';
import { announcementTextFault } from '../../src/domain/release/announcement-text';
import { type ResolveAction, resolveActions } from '../../src/domain/release/stages';
import type { Choice } from '../../src/domain/release/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { Dialog, ReasonForm } from '../components/dialog';
import { may } from '../session';
import { toast } from '../toasts';
import { AccountsField, LanguagesField, type RequestedSettings, TextField, useAmend } from './amend-fields';

interface Deciding {
  view: ReleaseDetails;
  release: ReleaseName;
  done: () => void;
}

/**
 * The present choices of a person, worded in domain/problems/choices.ts. Choices on terms are made on the review page.
 */
export function Choices({ view, ...deciding }: Deciding) {
  const { choices } = view.status;
  const here = choices.filter((choice) => choice.action !== 'confirm' && choice.action !== 'reject');
  const [first] = here;
  if (first === undefined) return null;
  return (
    <>
      <ul class="choices stack">
        {here.map((choice) => (
          <OneChoice
            key={choice.label}
            {...deciding}
            view={view}
            choice={choice}
            isFirst={choice === first && choices.length === here.length}
          />
        ))}
      </ul>
      {!may('operate') && <p class="muted">Your role can see this, but not decide on it.</p>}
    </>
  );
}

/** A button with its consequence. The choice's form replaces the button. */
function OneChoice({
  choice,
  isFirst,
  view,
  release,
  done,
}: Deciding & { choice: Choice; isFirst: boolean }) {
  const isOpen = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen.value) button.current?.focus();
    wasOpen.current = isOpen.value;
  }, [isOpen.value]);
  const { action, label, consequence } = choice;
  return (
    <li>
      {isOpen.value ? (
        <section class="choice-form stack" aria-label={label}>
          <h3>{label}</h3>
          <ChoiceForm
            choice={choice}
            view={view}
            release={release}
            done={done}
            since={view.status.waitingFor?.since}
            onLeave={() => (isOpen.value = false)}
          />
        </section>
      ) : (
        <>
          <button
            ref={button}
            type="button"
            class={isFirst && action !== 'abort' ? 'primary' : action === 'abort' ? 'danger' : ''}
            disabled={!may('operate')}
            onClick={() => (isOpen.value = true)}
          >
            {label}
          </button>{' '}
          <span class="muted" dir="auto">
            {consequence}
          </span>
        </>
      )}
    </li>
  );
}

interface ChoiceProps {
  choice: Choice;
  release: ReleaseName;
  /** The start of the wait for this decision. */
  since: string | undefined;
  done: () => void;
  onLeave: () => void;
}

/** Makes a choice from another page than the release's own. */
export const ChoiceDialog = (props: ChoiceProps) => (
  <Dialog title={props.choice.label} onLeave={props.onLeave}>
    <ChoiceForm {...props} view={null} />
  </Dialog>
);

function ChoiceForm({
  choice: { action, label, consequence, needs },
  view,
  release,
  since,
  done,
  onLeave,
}: ChoiceProps & {
  /** null: only a choice that needs nothing but a reason can be made. */
  view: ReleaseDetails | null;
}) {
  const asks = view?.asks ?? null;
  const before = useRef(asks?.announce ?? null).current;
  // The decision applies to the wait that the person saw when it was begun.
  const seen = useRef(since === undefined ? {} : { since }).current;
  const amend = useAmend(release, asks);
  const text = useSignal(before?.text ?? '');
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const needed = (need: Choice['needs'][number]): boolean => needs.includes(need);
  const amendment = (announce: RequestedSettings['announce']): Amendment => {
    if (needed('languages')) return { withoutLanguages: [...chosen.value] };
    if (needed('accounts')) return { withoutAccounts: [...chosen.value] };
    if (announce === null) return {};
    if (needed('time')) return { announce: { ...announce, at: new Date().toISOString() } };
    return { announce: { ...announce, text: text.value } };
  };
  const isReady =
    needed('languages') || needed('accounts')
      ? chosen.value.size > 0
      : !needed('text') || (announcementTextFault(text.value) === null && text.value !== before?.text);
  return (
    <ReasonForm
      action={label}
      isRequired={needed('reason')}
      isReady={isReady}
      danger={action === 'abort'}
      onLeave={onLeave}
      onDo={async (reason) => {
        if (action === 'resume') await api.resume(release, reason);
        else if (action === 'amend') await amend((now) => amendment(now?.announce ?? null), reason);
        else if (isResolving(action)) await api.resolve(release, { action, reason, ...seen });
        toast(`${release.project}/${release.name}: “${label}” is decided.`);
        onLeave();
        done();
      }}
    >
      <p dir="auto">{consequence}</p>
      {view !== null && needed('text') && <TextField view={view} text={text} />}
      {view !== null && needed('accounts') && (
        <AccountsField accounts={view.announcement?.accounts ?? []} chosen={chosen} />
      )}
      {view !== null && needed('languages') && (
        <LanguagesField languages={exportedLanguages(view.status)} chosen={chosen} />
      )}
    </ReasonForm>
  );
}

/** The release's languages, and those that only the project has. */
function exportedLanguages({ languages, export: exported }: ReleaseDetails['status']): string[] {
  const others = exported?.completeness.map(({ language }) => language) ?? [];
  return [...new Set([...languages, ...others])];
}

const isResolving = (action: Choice['action']): action is ResolveAction =>
  resolveActions.some((one) => one === action);
