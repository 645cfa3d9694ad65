/** The sandbox. In one file, so that what they load is loaded once; within `describe`, so that hooks are for their own cases. */
/* eslint-disable @typescript-eslint/no-require-imports */
describe('clock', () => void require('./sandbox/clock.cases'));
describe('command log', () => void require('./sandbox/command-log.cases'));
describe('faults', () => void require('./sandbox/faults.cases'));
describe('journal', () => void require('./sandbox/journal.cases'));
describe('localization parts', () => void require('./sandbox/localization-parts.cases'));
describe('readings/draw readings', () => void require('./sandbox/readings/draw-readings.cases'));
describe('readings/forms', () => void require('./sandbox/readings/forms.cases'));
