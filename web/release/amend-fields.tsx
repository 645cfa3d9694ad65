/** Form fields for the settings that a running release can still change, and how a change is sent. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Amendment } from '../../src/domain/release/amendment';
import {
  announcementTextFault,
  fillAnnouncementText,
  textLength,
} from '../../src/domain/release/announcement-text';
import { durationText } from '../../src/domain/text/duration';
import { targetOutcome } from '../../src/domain/release/target-outcome';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { AccountName, Length } from '../components/account-name';
import { Check, TextArea, toggle } from '../components/form';
import { languageName } from '../format';
import { type AccountCard, accountCards } from './accounts';

/** Edits the announcement's text, with a preview of its placeholders and its length on each account. */
export function TextField({ view, text }: { view: ReleaseDetails; text: Signal<string> }) {
  const { status, plan, announcement } = view;
  const { project, name, languages, comingLanguages } = status;
  const all = [...new Set([...languages, ...comingLanguages])].map(languageName);
  const filled = fillAnnouncementText(text.value, {
    project,
    name,
    languages: all,
    strings: plan.strings ?? 0,
  });
  const fault = announcementTextFault(text.value);
  // Accounts with a successful post keep their text.
  const cards = accountCards(status, announcement).filter(
    ({ target }) => target === null || targetOutcome(target) === 'failed',
  );
  return (
    <>
      <TextArea label="Text of the announcement" text={text} rows={3} />
      {fault !== null && (
        <p class="trouble" role="alert">
          The text {fault}.
        </p>
      )}
      {filled !== text.value && (
        <p class="account-text raised" dir="auto" aria-label="As it will be posted">
          {filled}
        </p>
      )}
      <ul class="lengths stack" aria-label="Length on each account">
        {cards.map((card) => (
          <li key={card.id} class="row">
            <AccountName account={card} />{' '}
            <Length platform={card.platform} {...textLength(filled, card.platform)} />
          </li>
        ))}
      </ul>
    </>
  );
}

type Account = Pick<AccountCard, 'id' | 'platform' | 'handle'>;

export function AccountsField({
  accounts,
  chosen,
}: {
  accounts: readonly Account[];
  chosen: Signal<ReadonlySet<string>>;
}) {
  return (
    <Checks legend="Do not announce on" values={accounts.map(({ id }) => id)} chosen={chosen}>
      {(id) => {
        const account = accounts.find((one) => one.id === id);
        return account && <AccountName account={account} />;
      }}
    </Checks>
  );
}

export function LanguagesField({
  languages,
  chosen,
}: {
  languages: readonly string[];
  chosen: Signal<ReadonlySet<string>>;
}) {
  return (
    <Checks legend="Leave out of the files and of the announcement" values={languages} chosen={chosen}>
      {(code) => (
        <bdi>
          {languageName(code)} <code>{code}</code>
        </bdi>
      )}
    </Checks>
  );
}

interface ChecksProps {
  legend: string;
  values: readonly string[];
  chosen: Signal<ReadonlySet<string>>;
  children: (value: string) => ComponentChildren;
}

/** Hidden with a single value, because leaving it out would leave nothing. */
function Checks({ legend, values, chosen, children }: ChecksProps) {
  if (values.length < 2) return null;
  return (
    <fieldset class="checks stack">
      <legend>{legend}</legend>
      {values.map((value) => (
        <Check key={value} isOn={chosen.value.has(value)} onChange={() => toggle(chosen, value)}>
          {children(value)}
        </Check>
      ))}
    </fieldset>
  );
}

export type RequestedSettings = NonNullable<ReleaseDetails['asks']>;

/**
 * Sends a change that is computed from the release's present settings. If somebody else has changed the same since the
 * form was opened, this is shown first and nothing is sent: a second press confirms.
 */
export function useAmend(release: ReleaseName, opened: RequestedSettings | null) {
  const read = useRef(opened);
  return async (
    amendmentTo: (asks: RequestedSettings | null) => Amendment,
    reason: string,
  ): Promise<void> => {
    const before = read.current;
    const { asks } = await api.release(release);
    read.current = asks;
    const amendment = amendmentTo(asks);
    const others = before === null || asks === null ? [] : changedByOthers(before, asks, amendment);
    if (others.length > 0)
      throw new Error(
        `Somebody has changed this since you opened it: ${others.join('; ')}. Nothing was sent. To send your change all the same, press the button again.`,
      );
    await api.amend(release, amendment, reason);
  };
}

function changedByOthers(
  before: RequestedSettings,
  now: RequestedSettings,
  { terms, announce }: Amendment,
): string[] {
  const changed: string[] = [];
  const [time, timeBefore] = [durationText(now.deadlineMs), durationText(before.deadlineMs)];
  if (terms?.deadline !== undefined && now.deadlineMs !== before.deadlineMs)
    changed.push(`the time for the term review is now ${time} and was ${timeBefore}`);
  const text = now.announce?.text ?? '';
  if (announce !== undefined && JSON.stringify(now.announce) !== JSON.stringify(before.announce))
    changed.push(
      text === before.announce?.text
        ? 'the announcement has other accounts or another time'
        : `the text of the announcement is now “${text}”`,
    );
  return changed;
}
