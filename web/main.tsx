import { render } from 'preact';
import { App } from './app';
import { showTitle } from './components/page';
import { startClock } from './components/when';
import { applyTheme } from './theme';

applyTheme();
showTitle();
startClock();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);

// In a CommonJS package the bundler takes a file without exports for CommonJS, and wraps all that it imports.
export {};
