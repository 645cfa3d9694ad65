import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import {
  accountsPath,
  glossaryPath,
  homePath,
  insightsPath,
  schedulesPath,
} from '../../src/domain/console-paths';
import { api } from '../api';
import { connection } from '../live-events';
import { session, signInWanted } from '../session';
import { nextTheme, theme } from '../theme';
import { toastError } from '../toasts';
import { countWaiting } from '../waiting';
import { Icon } from './icon';
import { productionName, waitingCount } from './page';
import { openPalette } from './palette';

export function Header() {
  const { path } = useLocation();
  useEffect(() => void countWaiting(), [path]);
  const here = (target: string): 'page' | undefined =>
    path === target || path.startsWith(`${target}/`) ? 'page' : undefined;
  return (
    <header class={`top ${productionName() === null ? '' : 'production'}`}>
      <a class="brand" href={homePath} aria-label="locrelease, go to the inbox">
        <span class="brand-mark" aria-hidden="true" />
        <span class="brand-name">locrelease</span>
      </a>
      <Environment />
      <nav aria-label="Main">
        <a href={homePath} aria-current={here(homePath)}>
          Inbox
          {waitingCount.value > 0 && <span class="count"> {waitingCount}</span>}
        </a>
        <a href={schedulesPath} aria-current={here(schedulesPath)}>
          Schedules
        </a>
        <a href={accountsPath} aria-current={here(accountsPath)}>
          Accounts
        </a>
        <a href={glossaryPath} aria-current={here(glossaryPath)}>
          Glossary
        </a>
        <a href={insightsPath} aria-current={here(insightsPath)}>
          Insights
        </a>
      </nav>
      <span class="gap" />
      <button type="button" class="find" aria-label="Find or do Ctrl K" onClick={openPalette}>
        <Icon name="search" /> <span>Find or do</span> <kbd>Ctrl K</kbd>
      </button>
      <Connection />
      <button
        type="button"
        class="quiet"
        onClick={nextTheme}
        aria-label={`Theme: ${theme.value}. Change`}
        title={`Theme: ${theme.value}`}
      >
        <Icon name="theme" />
      </button>
      <Who />
    </header>
  );
}

function Environment() {
  const name = session.value?.environment ?? null;
  if (name === null) return null;
  return (
    <span
      class={`environment ${productionName() === null ? '' : 'production'}`}
      dir="auto"
      title="This installation"
    >
      {name}
    </span>
  );
}

function Connection() {
  const { value: state } = connection;
  if (state !== 'lost' && state !== 'stale') return null;
  return (
    <span class="connection" role="status">
      {state === 'lost' ? 'Reconnecting…' : 'Temporal does not answer. What is shown may be old.'}
    </span>
  );
}

function Who() {
  if (session.value === null) return null;
  const { name, role } = session.value;
  const signOut = (): void => {
    api.signOut().then(() => {
      session.value = null;
      signInWanted.value = null;
    }, toastError);
  };
  return (
    <span class="who">
      <span class="who-name" dir="auto" title={`Your role: ${role}`}>
        {name} <small>{role}</small>
      </span>
      <button type="button" class="quiet" onClick={signOut}>
        Sign out
      </button>
    </span>
  );
}
