/** The theme, light or dark, follows the system unless the reader chose one. */
import { effect } from '@preact/signals';
import { storedValue } from './storage';

const themes = ['auto', 'light', 'dark'] as const;

export const theme = storedValue<(typeof themes)[number]>('locrelease.theme', 'auto');

export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto';
}
