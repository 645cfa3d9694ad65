import type { Form } from '../../src/domain/problems/problem';
import { nowMs } from '../clock';
import { localTimeText } from '../time-text';

/** How the page tells a problem: times in the reader's zone, and no commands. */
export const pageForm: Form = { time: (iso) => localTimeText(Date.parse(iso), nowMs.value) };
