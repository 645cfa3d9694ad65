import type { Words } from '../words';

const names: Words['states']['names'] = {
  running: 'قيد التنفيذ',
  waiting: 'بالانتظار',
  parked: 'متوقف بانتظار قرار',
  partial: 'جزئي',
  done: 'مكتمل',
  rejected: 'مرفوض',
  cancelled: 'ملغى',
  failed: 'فاشل',
  unchanged: 'بلا تغيير',
  skipped: 'متخطى',
  forgotten: 'لم يعد محفوظًا',
  planned: 'مخطط',
  paused: 'موقوف مؤقتًا',
  ready: 'جاهز',
  'not ready': 'غير جاهز',
};

const meanings: Words['states']['meanings'] = {
  parked: 'متوقف: ينتظر قرارًا من شخص.',
  partial: 'جزئي: صدر، لكن الإعلان فشل في بعض الحسابات.',
};

export const states: Words['states'] = { names, meanings };
