/** Browser notifications of new items in the inbox, for readers who turned them on. */
import { signal } from '@preact/signals';
import { releasePath, reviewPath } from '../../src/domain/console-paths';
import type { InboxItem } from '../../src/protocol/console-api';
import { storedValue } from '../storage';

/** A browser allows notifications only over HTTPS or from this machine. */
const canNotify = (): boolean => 'Notification' in globalThis && globalThis.isSecureContext;

const isAllowed = (): boolean => canNotify() && Notification.permission === 'granted';

const isNotifying = storedValue('locrelease.notify', false);
if (!isAllowed()) isNotifying.value = false;

/** Whether the browser's reader has blocked notifications for this page. */
const isForbidden = signal(canNotify() && Notification.permission === 'denied');

async function toggleNotifying(): Promise<void> {
  const isWanted = !isNotifying.value;
  if (isWanted) await Notification.requestPermission();
  isForbidden.value = Notification.permission === 'denied';
  isNotifying.value = isWanted && isAllowed();
}

let seen: { keys: ReadonlySet<string>; newest: string } | null = null;

/** Items of the first read are not new. A long inbox may later show other old items, which are not new either. */
export function notifyOfNew(items: readonly InboxItem[]): void {
  const before = seen;
  const keys = new Set(items.map(keyOf));
  const newest = items.reduce((latest, { since }) => (since > latest ? since : latest), before?.newest ?? '');
  seen = { keys, newest };
  if (before === null || !isNotifying.value) return;
  items.filter((item) => !before.keys.has(keyOf(item)) && item.since >= before.newest).forEach(notify);
}

/** A release that waits again has another `since`. */
const keyOf = ({ id, kind, since }: InboxItem): string => `${id} ${kind} ${since}`;

function notify(item: InboxItem): void {
  const title = `${item.kind === 'terms' ? 'Review the terms' : 'Decide'}: ${item.id}`;
  const shown = new Notification(title, { body: item.what, tag: keyOf(item) });
  shown.onclick = () => {
    focus();
    location.assign(item.kind === 'terms' ? reviewPath(item) : releasePath(item));
    shown.close();
  };
}

/** Hidden where the browser has no notifications, or its reader has blocked them. */
export function NotifyButton() {
  if (!canNotify() || isForbidden.value) return null;
  return (
    <p class="notify">
      <button type="button" aria-pressed={isNotifying.value} onClick={() => void toggleNotifying()}>
        {isNotifying.value ? 'Stop notifying me in this browser' : 'Notify me in this browser'}
      </button>
    </p>
  );
}
