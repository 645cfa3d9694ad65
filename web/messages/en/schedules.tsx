import type { ComponentChildren } from 'preact';

export const schedules = {
  title: 'Schedules',
  views: 'Views of the schedules',
  list: 'List',
  calendar: 'Calendar',
  none: (command: ComponentChildren) => <>There are no schedules. Create one with {command}.</>,

  nextRuns: 'Next runs',
  noRuns: 'None',
  noRunsPaused: 'None while paused',
  lastRun: 'Last run',
  noRunYet: 'No run yet',
  /** The link to its release may be missing. */
  ran: (result: ComponentChildren, at: ComponentChildren, release: ComponentChildren) => (
    <>
      {result} <span class="muted">at</span> {at}
      {release !== null && <>: {release}</>}
    </>
  ),
  frozen: 'Frozen',
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  note: 'Note',
  zoned: (there: ComponentChildren, zone: ComponentChildren, here: ComponentChildren) => (
    <>
      {there} <span class="muted">{zone}</span>
      <span class="muted">, {here} your time</span>
    </>
  ),

  actions: {
    pause: {
      button: 'Pause',
      of: (id: string) => `Pause: ${id}`,
      meaning: 'No run starts until somebody resumes the schedule.',
      done: (id: string) => `Paused ${id}.`,
    },
    resume: {
      button: 'Resume',
      of: (id: string) => `Resume: ${id}`,
      meaning: 'The schedule runs again at its next time.',
      done: (id: string) => `Resumed ${id}.`,
    },
    trigger: {
      button: 'Run now',
      of: (id: string) => `Run now: ${id}`,
      meaning: 'A run starts now, in addition to the scheduled ones.',
      done: (id: string) => `Triggered ${id}.`,
    },
  },

  calendarOf: (month: string) => `Calendar, ${month}`,
  thisMonth: 'This month',
  zones: (zones: ComponentChildren) => (
    <>
      Each run is shown on its day, in the time zone of its schedule: {zones}. Past runs are shown as long as
      Temporal keeps them.
    </>
  ),
  paused: (ids: ComponentChildren) => <>Paused, so nothing is planned: {ids}.</>,
  cut: (ids: ComponentChildren) => <>Not all runs are shown of: {ids}.</>,
  emptyMonth: 'No run and no freeze in this month.',
  frozenFor: (id: ComponentChildren, reason: ComponentChildren) => (
    <>
      {id} frozen: {reason}
    </>
  ),
};
