/** How files are read and replaced. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('call apart', () => void require('./files/call-apart.cases'));
describe('regular file', () => void require('./files/regular-file.cases'));
