/** Light or dark: as the system says, unless the reader chose. */
import { effect, signal } from '@preact/signals';
import { keep, readKept } from './storage';
import { themes, type Theme } from './themes';

const KEY = 'locrelease.theme';
const local = (): Storage => localStorage;

const kept = readKept<string>(local, KEY, 'auto');
export const theme = signal<Theme>(themes.find((known) => known === kept) ?? 'auto');

export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    keep(local, KEY, theme.value === 'auto' ? null : theme.value);
  });
}

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto';
}
