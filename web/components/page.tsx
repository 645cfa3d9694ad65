/** Shared by every page: the title, the focus, and a message for a fault of the page itself. */
import { effect, signal } from '@preact/signals';
import { Component, type ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import type { ReleaseName } from '../api';
import { errorText } from '../format';
import { session } from '../session';
import { Button } from './form';

export const titleText = (waiting: number, title: string, environment: string | null = null): string =>
  `${waiting > 0 ? `(${waiting}) ` : ''}${title} · ${environment ?? 'locrelease'}`;

export const waitingCount = signal(0);
export const pageTitle = signal('');

export function showTitle(): void {
  effect(() => {
    if (pageTitle.value !== '')
      document.title = titleText(waitingCount.value, pageTitle.value, productionName());
  });
}

let pagesShown = 0;

/** Names the page. After a navigation within the page the focus goes to it, as when a browser loads a page. */
export function usePage(title: string) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    pageTitle.value = title;
  }, [title]);
  useEffect(() => {
    if (pagesShown++ > 0) ref.current?.focus({ preventScroll: true });
  }, []);
  return { ref, tabIndex: -1 };
}

/** The release in the address of the page. */
export function useReleaseOfPage(): { release: ReleaseName; id: string } {
  const { project = '', name = '' } = useRoute().params;
  return { release: { project, name }, id: `${project}/${name}` };
}

/** Shows a fault of the page itself instead of an empty window. */
export class FaultBoundary extends Component<{ children: ComponentChildren }, { fault: string | null }> {
  override state: { fault: string | null } = { fault: null };

  static override getDerivedStateFromError(error: unknown) {
    return { fault: errorText(error) };
  }

  override render() {
    if (this.state.fault === null) return this.props.children;
    return (
      <main id="main">
        <h1>Something went wrong on this page</h1>
        <p>Saved changes are not lost. Unsaved changes are kept in this browser.</p>
        <pre dir="auto">{this.state.fault}</pre>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </main>
    );
  }
}

/** The name of this installation if it is production, otherwise null. */
export function productionName(): string | null {
  const name = session.value?.environment ?? null;
  return name !== null && /^prod/i.test(name) ? name : null;
}
