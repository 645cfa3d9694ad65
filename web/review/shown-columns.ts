/** Which columns this browser shows. */
import { signal } from '@preact/signals';
import { keep, readKept } from '../storage';
import type { Column } from './columns';

const KEY = 'locrelease.columns';
const local = (): Storage => localStorage;
const wide = matchMedia('(min-width: 110rem)');

/** By name, what somebody has chosen otherwise. */
const chosen = signal(readKept<Readonly<Record<string, boolean>>>(local, KEY, {}));
const isWide = signal(wide.matches);
wide.addEventListener('change', ({ matches }) => (isWide.value = matches));

export function isShown({ name, usual }: Pick<Column, 'name' | 'usual'>): boolean {
  const choice = Object.hasOwn(chosen.value, name) ? chosen.value[name] : undefined;
  return choice ?? (usual === 'always' || (usual === 'wide' && isWide.value));
}

export function show({ name }: Pick<Column, 'name'>, isWanted: boolean): void {
  chosen.value = { ...chosen.value, [name]: isWanted };
  keep(local, KEY, chosen.value);
}
