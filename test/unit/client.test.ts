/** What the client knows of releases. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('accounts', () => void require('./client/accounts.cases'));
describe('caches', () => void require('./client/caches.cases'));
describe('failures', () => void require('./client/failures.cases'));
describe('glossary', () => void require('./client/glossary.cases'));
describe('keep store', () => void require('./client/keep-store.cases'));
describe('not there', () => void require('./client/not-there.cases'));
describe('past releases', () => void require('./client/past-releases.cases'));
describe('planned stages', () => void require('./client/planned-stages.cases'));
describe('project line', () => void require('./client/project-line.cases'));
describe('recover records', () => void require('./client/recover-records.cases'));
describe('release changes', () => void require('./client/release-changes.cases'));
describe('release lists', () => void require('./client/release-lists.cases'));
describe('schedules', () => void require('./client/schedules.cases'));
describe('search everything', () => void require('./client/search-everything.cases'));
describe('story from history', () => void require('./client/story-from-history.cases'));
describe('strings', () => void require('./client/strings.cases'));
describe('terms', () => void require('./client/terms.cases'));
describe('uploaded release', () => void require('./client/uploaded-release.cases'));
describe('waiting releases', () => void require('./client/waiting-releases.cases'));
describe('report/report', () => void require('./client/report/report.cases'));
