import { Component, type ComponentChildren } from 'preact';
import { errorText } from '../error-text';
import { words } from '../messages/words';

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
        <h1>{words.common.faultTitle}</h1>
        <p>{words.common.faultText}</p>
        <pre dir="auto">{this.state.fault}</pre>
        <button type="button" onClick={() => location.reload()}>
          {words.common.reload}
        </button>
      </main>
    );
  }
}
