/** Stores an operator's typed text for this window until it is sent, so that it survives a visit to another page. */
import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { me } from '../session';
import { ofWindow, storedValue } from '../storage';

/** Set the signal to the empty text once the text is sent. */
export function useTyped(field: string): Signal<string> {
  const key = `locrelease.typed/${encodeURIComponent(me.value)}${location.pathname}/${field}`;
  return useMemo(() => storedValue(key, '', ofWindow), [key]);
}
