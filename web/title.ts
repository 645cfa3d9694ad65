/** The page's title, kept up to date. */
import { effect, signal } from '@preact/signals';
import { titleText } from './title-text';

export const waitingCount = signal(0);
export const pageTitle = signal('');

export function showTitle(): void {
  effect(() => {
    if (pageTitle.value !== '') document.title = titleText(waitingCount.value, pageTitle.value);
  });
}
