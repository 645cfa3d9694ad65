import { render } from 'preact';
import { App } from './app';
import { startClock } from './clock';
import { applyTheme } from './theme';
import { showTitle } from './title';

applyTheme();
showTitle();
startClock();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);

// In a CommonJS package the bundler takes a file that exports nothing for CommonJS, and wraps all that it imports.
export {};
