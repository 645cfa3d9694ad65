/**
 * What an operator types into a field of a page is kept in this window until it is sent: whoever looks elsewhere
 * meanwhile finds it again.
 */
import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { me } from '../session';
import { ofWindow, storedValue } from '../storage';

/** The empty text is what is kept of it once it is sent. */
export function useTyped(field: string): Signal<string> {
  const key = `locrelease.typed/${encodeURIComponent(me.value)}${location.pathname}/${field}`;
  return useMemo(() => storedValue(key, '', ofWindow), [key]);
}
