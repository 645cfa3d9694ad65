/** Form fields for the settings that a running release can still change. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import {
  announcementTextFault,
  fillAnnouncementText,
  textLength,
} from '../../src/domain/release/announcement-text';
import { targetOutcome } from '../../src/domain/release/status-words';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { AccountName, Length } from '../components/account-name';
import { languageName } from '../format';
import { type AccountCard, accountCards } from './account-cards';

/** Edits the announcement's text, with a preview of its placeholders and its length on each account. */
export function TextField({ view, text }: { view: ReleaseDetails; text: Signal<string> }) {
  const id = useId();
  const { status, plan, announcement } = view;
  const { project, name, languages, comingLanguages } = status;
  const all = [...new Set([...languages, ...comingLanguages])].map(languageName);
  const filled = fillAnnouncementText(text.value, {
    ...{ project, name, languages: all },
    strings: plan.strings ?? 0,
  });
  const fault = announcementTextFault(text.value);
  // Accounts with a successful post keep their text.
  const cards = accountCards(status, announcement).filter(
    ({ target }) => target === null || targetOutcome(target) === 'failed',
  );
  return (
    <>
      <label for={id}>Text of the announcement</label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        value={text}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      {fault !== null && (
        <p class="trouble" role="alert">
          The text {fault}.
        </p>
      )}
      {filled !== text.value && (
        <p class="account-text" dir="auto" aria-label="As it will be posted">
          {filled}
        </p>
      )}
      <ul class="lengths" aria-label="Length on each account">
        {cards.map((card) => (
          <li key={card.id}>
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
  chosen: Signal<readonly string[]>;
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
  chosen: Signal<readonly string[]>;
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

/** Hidden with a single value, because leaving it out would leave nothing. */
function Checks({
  legend,
  values,
  chosen,
  children,
}: {
  legend: string;
  values: readonly string[];
  chosen: Signal<readonly string[]>;
  children: (value: string) => ComponentChildren;
}) {
  if (values.length < 2) return null;
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            checked={chosen.value.includes(value)}
            onChange={({ currentTarget: { checked } }) => {
              const others = chosen.value.filter((other) => other !== value);
              chosen.value = checked ? [...others, value] : others;
            }}
          />{' '}
          {children(value)}
        </label>
      ))}
    </fieldset>
  );
}
