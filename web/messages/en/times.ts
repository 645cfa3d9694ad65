import { durationText, type DurationUnit } from '../../../src/domain/duration';
import { timeLeftText } from '../../../src/domain/time-left-text';
import { number } from './numbers';

export const times = {
  duration: durationText,
  /** How long a release may still take. */
  left: timeLeftText,
  lessThanMinute: 'less than 1 min',
  now: 'just now',
  ago: (count: number, unit: DurationUnit) => `${number(count)} ${unit} ago`,
  ahead: (count: number, unit: DurationUnit) => `in ${number(count)} ${unit}`,
  /** The reader's clock, then UTC. */
  bothClocks: (local: string, utc: string) => `${local} your time, ${utc}`,
};
