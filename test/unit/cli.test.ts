/** What commands read and print. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('amend', () => void require('./cli/amend.cases'));
describe('arguments', () => void require('./cli/arguments.cases'));
describe('auth', () => void require('./cli/auth.cases'));
describe('failures', () => void require('./cli/failures.cases'));
describe('follow release', () => void require('./cli/follow-release.cases'));
describe('github', () => void require('./cli/github.cases'));
describe('help', () => void require('./cli/help.cases'));
describe('init', () => void require('./cli/init.cases'));
describe('live picture', () => void require('./cli/live-picture.cases'));
describe('release screen', () => void require('./cli/release-screen.cases'));
describe('schedule text', () => void require('./cli/schedule-text.cases'));
describe('status text', () => void require('./cli/status-text.cases'));
describe('table', () => void require('./cli/table.cases'));
describe('term tables', () => void require('./cli/term-tables.cases'));
describe('terminal', () => void require('./cli/terminal.cases'));
describe('terms confirm', () => void require('./cli/terms-confirm.cases'));
describe('work text', () => void require('./cli/work-text.cases'));
describe('work', () => void require('./cli/work.cases'));
describe('wrong paths', () => void require('./cli/wrong-paths.cases'));
