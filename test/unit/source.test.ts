/** The formats of sources. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('android source', () => void require('./source/android-source.cases'));
describe('apple strings', () => void require('./source/apple-strings.cases'));
describe('arb strings', () => void require('./source/arb-strings.cases'));
describe('nested strings', () => void require('./source/nested-strings.cases'));
describe('parsing', () => void require('./source/parsing.cases'));
describe('path pattern', () => void require('./source/path-pattern.cases'));
describe('plurals', () => void require('./source/plurals.cases'));
describe('po strings', () => void require('./source/po-strings.cases'));
describe('properties strings', () => void require('./source/properties-strings.cases'));
describe('read release file', () => void require('./source/read-release-file.cases'));
describe('read schedule file', () => void require('./source/read-schedule-file.cases'));
describe('read source files', () => void require('./source/read-source-files.cases'));
describe('read source', () => void require('./source/read-source.cases'));
describe('read terms', () => void require('./source/read-terms.cases'));
describe('real files', () => void require('./source/real-files.cases'));
describe('release sources', () => void require('./source/release-sources.cases'));
describe('table source', () => void require('./source/table-source.cases'));
describe('xliff source', () => void require('./source/xliff-source.cases'));
