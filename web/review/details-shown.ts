import { signal } from '@preact/signals';
import { keep, readKept } from '../storage';

const KEY = 'locrelease.details-off';
const local = (): Storage => localStorage;

/** Whether the details of the current term stand beside the table. */
export const detailsShown = signal(!readKept(local, KEY, false));

export function toggleDetails(): void {
  detailsShown.value = !detailsShown.value;
  keep(local, KEY, detailsShown.value ? null : true);
}
