/** Short words about what has just happened, shown for a while and read out. */
import { signal } from '@preact/signals';
import { errorText } from './error-text';

export interface Notice {
  id: number;
  text: string;
  kind: 'done' | 'trouble';
}

const SHOWN_MS = { done: 5000, trouble: 15_000 };

export const notices = signal<readonly Notice[]>([]);
let last = 0;

export function tell(text: string, kind: Notice['kind'] = 'done'): void {
  if (notices.value.some((notice) => notice.text === text)) return;
  const id = ++last;
  notices.value = [...notices.value.slice(-3), { id, text, kind }];
  setTimeout(() => dismiss(id), SHOWN_MS[kind]);
}

export const tellTrouble = (error: unknown): void => tell(errorText(error), 'trouble');

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}
