import type { Words } from '../words';

type Stages = Words['stages'];

const titles: Stages['titles'] = {
  create: 'الإنشاء',
  scan: 'استخراج المصطلحات',
  confirm: 'اعتماد المصطلحات',
  translate: 'الترجمة',
  supplement: 'إضافة اللغات',
  publish: 'النشر',
  export: 'التصدير',
  announce: 'الإعلان',
};

/** They are words for what is done, so that their states are of the feminine «مرحلة». */
const states: Stages['states'] = {
  pending: 'مخططة',
  running: 'قيد التنفيذ',
  waiting: 'بالانتظار',
  done: 'مكتملة',
  skipped: 'متخطاة',
  failed: 'فشلت',
};

const steps: Stages['steps'] = {
  tmMatching: 'ذاكرة الترجمة',
  tbMatching: 'قاعدة المصطلحات',
  kbExtraction: 'قاعدة المعرفة',
  translateBatch: 'الترجمة',
  lqaBatch: 'التدقيق اللغوي',
  translateEnhanceBatch: 'التحسين',
  aiScoringBatch: 'التقييم',
};

export const stages: Stages = {
  titles,
  names: { ...titles, scan: 'الاستخراج', confirm: 'الاعتماد' },
  states,
  steps,
  stopped: { parked: 'متوقفة بانتظار قرار', rejected: 'مرفوضة', cancelled: 'ملغاة' },
  notAskedFor: 'غير مطلوبة',
  notReached: 'لم يُوصل إليها',
  failedOn: (failed, all) => `فشلت في ${failed} من ${all}`,
  all: 'كل المراحل',
  place: (place, of) => `${place} من ${of}`,
};
