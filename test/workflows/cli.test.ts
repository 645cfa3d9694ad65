/** The commands around a release, as a shell and a person at a terminal see them. */
/* eslint-disable @typescript-eslint/no-require-imports -- within `describe`, so that the hooks of each are for its own cases */
import './release-rig';

describe('commands', () => void require('./cli.cases'));
describe('amend', () => void require('./cli-amend.cases'));
describe('terms', () => void require('./cli-terms.cases'));
describe('at a terminal', () => void require('./terminal-questions.cases'));
