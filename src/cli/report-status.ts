import type { ReleaseStatus } from '../domain/status';
import { statusText } from './status-text';
import type { Terminal } from './terminal';

export function report(terminal: Terminal, status: ReleaseStatus): void {
  terminal.data(status, () => statusText(status));
}
