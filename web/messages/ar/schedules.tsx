import type { Words } from '../words';
import { isolated } from '../isolated';

export const schedules: Words['schedules'] = {
  title: 'الجداول',
  views: 'طرق عرض الجداول',
  list: 'قائمة',
  calendar: 'تقويم',
  none: (command) => <>لا جداول. أنشئ جدولًا بالأمر {command}.</>,

  nextRuns: 'المرات القادمة',
  noRuns: 'لا شيء',
  noRunsPaused: 'لا شيء أثناء الإيقاف المؤقت',
  lastRun: 'آخر مرة',
  noRunYet: 'لم يعمل بعد',
  ran: (result, at, release) => (
    <>
      {result} <span class="muted">في</span> {at}
      {release !== null && <>: {release}</>}
    </>
  ),
  frozen: 'مجمَّد',
  days: (from, to) => (from === to ? from : `من ${from} إلى ${to}`),
  note: 'ملاحظة',
  zoned: (there, zone, here) => (
    <>
      {there} <span class="muted">{zone}</span>
      <span class="muted">، {here} بتوقيتك</span>
    </>
  ),

  actions: {
    pause: {
      button: 'إيقاف مؤقت',
      of: (id) => `إيقاف مؤقت: ${isolated(id)}`,
      meaning: 'لا يعمل الجدول حتى يستأنفه أحد.',
      done: (id) => `أُوقف ${isolated(id)} مؤقتًا.`,
    },
    resume: {
      button: 'استئناف',
      of: (id) => `استئناف: ${isolated(id)}`,
      meaning: 'يعمل الجدول من جديد في موعده القادم.',
      done: (id) => `استؤنف ${isolated(id)}.`,
    },
    trigger: {
      button: 'شغّله الآن',
      of: (id) => `شغّله الآن: ${isolated(id)}`,
      meaning: 'يعمل الآن مرة إضافية إلى جانب مواعيده.',
      done: (id) => `بدأ تشغيل ${isolated(id)}.`,
    },
  },

  calendarOf: (month) => `التقويم، ${month}`,
  thisMonth: 'هذا الشهر',
  zones: (zones) => (
    <>
      تظهر كل مرة في يومها بحسب المنطقة الزمنية لجدولها: {zones}. تظهر المرات السابقة ما دام Temporal يحفظها.
    </>
  ),
  paused: (ids) => <>موقوف مؤقتًا، فلا شيء مخطط له: {ids}.</>,
  cut: (ids) => <>لا تظهر كل مرات: {ids}.</>,
  emptyMonth: 'لا عمل ولا تجميد في هذا الشهر.',
  frozenFor: (id, reason) => (
    <>
      {id} مجمَّد: {reason}
    </>
  ),
};
