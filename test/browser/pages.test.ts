/** Every page: anybody can use it, it fetches nothing twice, and texts of strangers do no harm there. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './browser-rig';

describe('every page', () => {
  require('./every-page.cases');
  require('./transfer.cases');
});
describe('hostile texts', () => void require('./hostile-texts.cases'));
describe('glossary', () => void require('./glossary.cases'));
describe('notifications', () => void require('./notifications.cases'));
