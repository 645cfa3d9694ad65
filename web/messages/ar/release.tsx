import type { StageName } from '../../../src/domain/stages';
import { wordOf } from '../word-of';
import type { Words } from '../words';
import { calls } from './calls';
import { counts } from './counts';
import { ofAccounts, ofCharacters, ofFiles, ofLanguages, ofTerms } from './genitive';
import { isolated } from '../isolated';
import { stages } from './stages';
import { states } from './states';

const deeds: Readonly<Record<StageName, string>> = {
  create: 'يجري إنشاء المهمة',
  scan: 'يجري استخراج المصطلحات',
  confirm: 'يجري اعتماد المصطلحات',
  translate: 'تجري الترجمة',
  supplement: 'تجري إضافة اللغات',
  publish: 'يجري النشر',
  export: 'يجري التصدير',
  announce: 'يجري الإعلان',
};

const named = (names: readonly StageName[]): string => names.map((name) => stages.titles[name]).join('، ');

export const release: Words['release'] = {
  started: (at, by, task) => (
    <>
      بدأ {at}
      {by !== null && <>، بدأه {by}</>}
      {task !== null && <>، المهمة {task}</>}
    </>
  ),
  report: 'التقرير',
  startAgain: 'ابدأ من جديد',
  editFile: 'حرّر ملفه',
  duplicate: 'أنشئ نسخة',

  waiting: 'بانتظار شخص',
  waitingForReview: (terms, since) => (
    <>
      بانتظار مراجعة <strong>{terms === null ? 'المصطلحات' : ofTerms(terms)}</strong> منذ {since}.
    </>
  ),
  reminded: (at) => <>يُرسَل التذكير التالي في {at}.</>,
  escalated: (at) => <>يُبلَّغ آخرون في {at} بأن الوقت يوشك أن ينفد.</>,
  restTakes: (left) => `البقية: ${left}.`,
  reviewTerms: 'راجع المصطلحات',

  heldBack: 'مؤجل',
  nobodyHasTo: 'لا يلزم أحدًا فعل شيء.',

  underWay: 'قيد التنفيذ',
  does: (stage, work, left, next) => (
    <>
      <strong>{stage === null ? 'في البداية' : deeds[stage]}</strong>
      {stage === 'translate' && work.strings !== null && `: ${counts.strings(work.strings)}`}
      {stage === 'translate' && ` إلى ${ofLanguages(work.languages)}`}
      {left !== null && `. ${left}`}
      {next.length > 0 && `. ثم: ${named(next)}`}.
    </>
  ),
  paused: 'موقوف مؤقتًا',

  ended: 'انتهى',
  endedSo: (outcome, at) => (
    <>
      {outcome}
      {at !== null && <>، {at}</>}. لم يبقَ ما يُفعل.
    </>
  ),
  endedUnreleased: (state) => `الإصدار ${states.names[state]}`,
  released: (done) => {
    const listed = [
      ...(done.isPublished ? ['نُشر'] : []),
      ...(done.files > 0 ? [`صُدّر إلى ${ofFiles(done.files)}`] : []),
      ...(done.accounts > 0 ? [`أُعلن في ${ofAccounts(done.accounts)}`] : []),
    ];
    const released = `${done.isPublished ? 'صدر في' : 'تُرجم إلى'} ${ofLanguages(done.languages)}`;
    return listed.length === 0 ? released : `${released}: ${listed.join('، ')}`;
  },
  download: (files) => `نزّل ${ofFiles(files)}`,
  readReport: 'اقرأ التقرير',

  problems: {
    partial: 'فشل الإعلان في بعض الحسابات',
    rejected: 'رُفضت المصطلحات',
    cancelled: 'أُلغي الإصدار',
    unknown: 'مشكلة',
    parked: (stage) => `توقفت مرحلة «${stages.titles[stage]}» بانتظار قرار`,
    failed: (stage) => `فشلت مرحلة «${stages.titles[stage]}»`,
  },
  traceId: (ids) => <>معرّف التتبع، لدعم الخدمة: {ids}</>,
  waitingForDecision: (since) => <>بانتظار قرار من شخص منذ {since}.</>,
  seeStory: 'اعرض ما حدث',
  cannotDecide: 'دورك يتيح لك الاطلاع دون القرار.',
  cannotSkip: 'لا يمكن تخطي هذه المرحلة: المراحل التالية تحتاج إليها.',
  hasEnded: 'انتهى الإصدار. لن يحدث شيء آخر تلقائيًا.',

  cannotResolve: 'دورك لا يتيح هذا القرار.',
  resolved: (id, label) => `حُفظ القرار بشأن ${isolated(id)}: ${isolated(label)}.`,

  course: 'مسار الإصدار',
  stages: 'المراحل',
  otherStages: (names) => `غير مطلوبة: ${named(names)}`,
  runningFor: (duration) => `حتى الآن ${duration}`,
  progress: 'تقدم المرحلة',
  stage: 'المرحلة',
  step: (index, of) => `الخطوة ${index} من ${of}`,
  rows: (done, total) => `${done} من ${total} من الصفوف`,

  stalled: 'لا يتقدم',
  retrying: 'تُعاد المحاولة',
  nothingLost: 'لم يُفقد شيء.',
  fromHistory: 'المعروض هنا هو ما يرويه سجله.',
  retries: (call, since, failed, next) => (
    <>
      تُعاد محاولة {wordOf(calls, call)} منذ {since}. المحاولات الفاشلة: {counts.attempts(failed)}.{' '}
      {next === null ? 'تجري المحاولة التالية الآن.' : <>المحاولة التالية: {next}.</>} لم يُفقد شيء.
    </>
  ),
  warnings: 'تحذيرات',

  languages: 'اللغات',
  language: 'اللغة',
  columns: { strings: 'النصوص', translated: 'المترجم', missing: 'الناقص' },
  complete: 'الاكتمال',
  noMemory: 'لا تذكر الخدمة أي الترجمات مصدرها ذاكرة الترجمة.',
  late: { supplement: 'إضافية', added: 'أُضيفت لاحقًا', 'to come': 'قادمة' },
  belowMinimum: (percent, minimum) => `${percent}%، دون حدها الأدنى ${minimum}%`,
  unchecked: 'غير معروف: صُدّرت دون فحص',
  unknown: 'غير معروف: لا يُعرف هنا أي النصوص موجودة',
  otherCase: (keys) => ` ${keys} طوبقت دون مراعاة حالة الأحرف`,
  notExported: 'لم تُصدَّر',
  notExportedYet: 'لم تُصدَّر بعد',

  announcement: { ahead: 'سيُعلن', made: 'الإعلان', never: 'لم يُعلن' },
  nothingPosted: 'انتهى الإصدار قبل إعلانه. لم يُنشر شيء.',
  notBefore: (at) => <>ليس قبل {at}</>,
  draft: (postId) => <>المسودة {postId}، كما أُعدّت في التطبيق.</>,
  noResult: 'لا نتيجة لأي حساب بعد.',
  unknownPlatform: 'منصة غير معروفة',
  outcomes: { published: 'نُشر', failed: 'فشل', pending: 'في الطريق', unsent: 'لم يُرسل بعد' },
  seePost: 'اعرض المنشور',
  why: 'السبب',
  platformSays: 'تقول المنصة',
  whatToDo: 'ما العمل',
  textNotThere: 'النص الذي لم يُنشر',
  length: (length, most) => `${length} من أصل ${ofCharacters(most)}`,
  tooLong: (length, most, platform) =>
    `${length} من أصل ${ofCharacters(most)}: أطول مما تقبله ${isolated(platform)}`,

  files: 'الملفات',
  downloadAll: 'نزّل الكل',
  fileUnchecked: 'غير مفحوص',
  checksum: 'المجموع الاختباري لمحتوى الملف',
  copy: 'انسخ',
  copied: 'نُسخ المجموع الاختباري.',
  cannotCopy: (sha256) => `هذا المتصفح لا يسمح للصفحة بالنسخ. المجموع الاختباري هو ${isolated(sha256)}.`,

  decisions: 'القرارات',
  decided: (what, by) => (
    <>
      {what} بقرار {by}
    </>
  ),

  history: 'السجل',
  showAll: 'اعرض كل استدعاء وانتظار',

  change: 'غيّر الإصدار',
  changeIt: 'غيّره',
  nothingChanged: 'لم يتغير شيء بعد.',
  changed: (id) => `تغيّر ${isolated(id)}.`,
  changeMeans: 'ما حدث يبقى كما هو. لا يتغير شيء إذا فات أوان أي من هذه التغييرات.',
  reviewDays: 'أيام مراجعة المصطلحات، من بدايتها',
  announcementText: 'نص الإعلان',
  withoutAccounts: 'لا تعلن في',
  withoutLanguages: 'استثنِ من الملفات ومن الإعلان',

  cancel: 'ألغِ الإصدار',
  cancelMeans: 'ينتهي الإصدار هنا. يبقى ما أنجزته الخدمات حتى الآن. لا يبدأ شيء جديد.',
  cancelled: (id) => `أُلغي ${isolated(id)}.`,

  pause: {
    action: 'أوقف الإصدار مؤقتًا',
    meaning: 'يكتمل ما يجري الآن. لا تبدأ مرحلة أخرى، ويتوقف احتساب موعد المراجعة، حتى يستأنفه أحد.',
    done: (id) => `أُوقف ${isolated(id)} مؤقتًا.`,
  },
  resume: {
    action: 'استأنف الإصدار',
    meaning: 'يتابع الإصدار بمرحلته التالية.',
    done: (id) => `استؤنف ${isolated(id)}.`,
  },
};
