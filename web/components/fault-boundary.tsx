import { Component, type ComponentChildren } from 'preact';
import { errorText } from '../error-text';

/** A fault of the page itself: said, instead of an empty window. */
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
        <button type="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </main>
    );
  }
}
