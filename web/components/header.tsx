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
import { Button } from './form';
import { Icon } from './icon';
import { productionName, waitingCount } from './page';
import { openPalette } from './palette';

const pages = {
  [homePath]: 'Inbox',
  [schedulesPath]: 'Schedules',
  [accountsPath]: 'Accounts',
  [glossaryPath]: 'Glossary',
  [insightsPath]: 'Insights',
};

export function Header() {
  const { path } = useLocation();
  useEffect(() => void countWaiting(), [path]);
  const production = productionName() === null ? '' : 'production';
  const environment = session.value?.environment ?? null;
  return (
    <header class={`top ${production}`}>
      <a class="brand" href={homePath} aria-label="locrelease, go to the inbox">
        <span class="brand-mark" aria-hidden="true" />
        <span class="brand-name">locrelease</span>
      </a>
      {environment !== null && (
        <span class={`environment ${production}`} dir="auto" title="This installation">
          {environment}
        </span>
      )}
      <nav aria-label="Main">
        {Object.entries(pages).map(([target, title]) => (
          <a
            key={target}
            href={target}
            aria-current={path === target || path.startsWith(`${target}/`) ? 'page' : undefined}
          >
            {title}
            {target === homePath && waitingCount.value > 0 && <span class="count"> {waitingCount}</span>}
          </a>
        ))}
      </nav>
      <span class="gap" />
      <Button class="find" aria-label="Find or do Ctrl K" onClick={openPalette}>
        <Icon name="search" /> <span>Find or do</span> <kbd>Ctrl K</kbd>
      </Button>
      <Connection />
      <Button
        class="quiet"
        onClick={nextTheme}
        aria-label={`Theme: ${theme.value}. Change`}
        title={`Theme: ${theme.value}`}
      >
        <Icon name="theme" />
      </Button>
      <Who />
    </header>
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
      <Button class="quiet" onClick={signOut}>
        Sign out
      </Button>
    </span>
  );
}
