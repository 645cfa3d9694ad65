import type { Words } from '../words';
import { counts } from './counts';
import { ofCalls, ofCharacters } from './genitive';
import { isolated } from '../isolated';
import { plural } from './numbers';

const atDeadline = { reject: 'تُرفض المصطلحات', confirm: 'تُعتمد المصطلحات' };

export const begin: Words['begin'] = {
  titles: { new: 'بدء إصدار', copy: 'نسخة من إصدار', again: 'البدء من جديد' },
  needsRole: (role) => <>لبدء إصدار تحتاج إلى الدور {role}.</>,
  open: 'افتح ملف إصدار',
  example: 'ابدأ بمثال',
  releaseFile: 'ملف الإصدار (YAML أو JSON)',
  wrong: 'الأخطاء',
  line: (line) => `السطر ${line}`,
  showPlan: 'اعرض الخطة',
  planning: 'يجري التخطيط…',
  nothingStarted: 'لا يبدأ شيء بهذا.',
  started: (id) => `بدأ ${isolated(id)}.`,
  attached: (id) => `${isolated(id)} قيد التنفيذ من قبل.`,
  planFirst: 'اعرض الخطة أولًا.',

  sourceFiles: 'ملفات المصدر',
  addFiles: 'أضف ملفات',
  addFolder: 'أضف مجلدًا',
  dropFiles: (file, url) => (
    <>
      أضف الملفات المذكورة في {file}، أو أفلتها هنا. لا يحتاج {url} إلى ملفات.
    </>
  ),
  keptStrings: (strings, id) => (
    <>
      تُستخدم نصوص {id} ({counts.strings(strings)})، ما لم تضف ملفات أخرى.
    </>
  ),
  stringsByAddress: (id) => <>تقرأ الخدمة النصوص من العنوان الذي كان لـ {id}.</>,
  remove: (path) => `أزل ${isolated(path)}`,
  tooLarge: (size, most) =>
    `حجم الملفات معًا ${size}. أقصى ما يرسله المتصفح ${most}. استخدم سطر الأوامر لما هو أكبر.`,
  unreadable: (name) => `تتعذر قراءة ${isolated(name)}. ربما تغيّر بعد إضافته. أضفه من جديد.`,

  outdated: 'تغيّرت المسودة. اعرض الخطة من جديد.',
  planOf: (id) => <>خطة {id}</>,
  fixMarked: 'أصلح أولًا ما هو مؤشَّر بجانب النص.',
  fixFirst: (faults) => plural(faults, { one: 'أصلح هذا أولًا:', other: 'أصلح هذه أولًا:' }),
  announceAgain: (key) => (
    <>أُعلن عن هذا الإصدار في مرة سابقة. أعلن عنه مرة أخرى. (للإصدار دون إعلان احذف «{key}» من النص.)</>
  ),
  nothingToStart: {
    attach: 'هذا الإصدار قيد التنفيذ بالمحتوى نفسه: لا شيء يُبدأ.',
    nothing: 'انتهى هذا الإصدار بالمحتوى نفسه: لا شيء يُبدأ.',
  },
  goToRelease: 'إلى الإصدار',
  costs: 'يطلب البدء ترجمةً لها تكلفة.',
  publishes: 'ينشر في المشروع.',
  announces: 'يعلن للعموم.',
  publishesAndAnnounces: 'ينشر في المشروع ويعلن للعموم.',
  replaces: 'يحل محل محاولة لم يُدفع فيها شيء.',
  start: (id) => `ابدأ ${isolated(id)}`,
  starting: 'يجري البدء…',

  source: 'المصدر',
  readByService: 'تقرؤه الخدمة',
  languages: 'اللغات',
  language: (name, code) => `${name} (${isolated(code)})`,
  addedLater: (languages, later) => `${languages}؛ تُضاف لاحقًا: ${later}`,
  newStrings: 'النصوص الجديدة',
  noEarlier: 'لا إصدار سابقًا للمشروع في السجل هنا.',
  changesUnknown: (id) => <>غير معروفة منذ {id}: نصوص أحدهما ليست في المخزن.</>,
  noChanges: 'لا شيء',
  changes: {
    new: (count) => `الجديد: ${count}`,
    changed: (count) => `المتغيّر: ${count}`,
    gone: (count) => `المحذوف: ${count}`,
  },
  since: (id) => <>منذ {id}</>,
  sinceWords: (id, words) => (
    <>
      منذ {id}، {counts.words(words)}
    </>
  ),
  atMost: 'على الأكثر',
  cost: (amount, words) => (
    <>
      <strong>
        <bdi>{amount}</bdi>
      </strong>
      ، {counts.words(words)}.
    </>
  ),
  noPrices: (words) => (
    <>
      <strong>{counts.words(words)}</strong>. لم تُحدَّد أسعار.
    </>
  ),
  mayCostLess: 'قد يكلف أقل ما هو موجود في ذاكرة الترجمة.',
  budget: 'الميزانية',
  review: 'مراجعة المصطلحات',
  reviewWithin: (deadline, reminders, onDeadline) =>
    `المهلة: ${deadline}${reminders === '' ? '' : `، والتذكير بعد: ${reminders}`}. عند الموعد النهائي: ${atDeadline[onDeadline]}.`,
  files: 'الملفات',
  exported: (languages, template, directory) => (
    <>
      {languages} بالقالب {template}، إلى {directory}
    </>
  ),
  announcement: 'الإعلان',
  preparedPost: (id) => <>المنشور المُعدّ {id}.</>,
  notBefore: (at) => <>ليس قبل {at}.</>,
  account: (handle, platform) => (
    <>
      {handle} على {platform}
    </>
  ),
  length: (length, most) => `${length} من أصل ${ofCharacters(most)}`,
  quota: (left, limit) => `بقي هذا الشهر ${left} من ${limit} من المنشورات المجدولة.`,
  minimums: 'الحدود الدنيا',
  minimum: (language, percent) => `${language}: ${percent} % من النصوص`,
  waived: (percent, by, until) => (
    <>
      {percent} % حتى {until}، بإعفاء من {by}
    </>
  ),
  notes: 'للعلم',
  warnings: 'تحذيرات',
  unchecked: 'لم يُفحص هنا',

  stagesCaption: (calls) => `المراحل: ${calls} في المجموع، إن لم يفشل استدعاء ولم يحرر أحد المصطلحات`,
  stage: 'المرحلة',
  calls: 'الاستدعاءات',
  waitsFor: 'تنتظر',
  callsBetween: (least, most) => `من ${least} إلى ${ofCalls(most)}`,
  skipped: 'متخطاة',
  waits: {
    scan: 'استخراج المصطلحات',
    confirm: 'مشغّلًا',
    translate: 'الترجمة',
    supplement: 'ترجمتها',
    publish: 'عملية النشر',
    announce: 'المنشور في كل حساب',
  },
  atMostFor: (what, duration) => `${what}، على الأكثر ${duration}`,

  changeTitle: (id) => `تغيير ${isolated(id)}`,
  change: (id) => <>تغيير {id}</>,
  changeNeedsRole: (role) => <>لتغيير إصدار تحتاج إلى الدور {role}.</>,
  unchangeable: 'ما حدث يبقى كما هو. لا يمكن تغيير النصوص ولا اللغات الهدف ولا الميزانية.',
  showChanges: 'اعرض ما يتغير',
  nothingChanged: 'لا يتغير شيء بهذا.',
  whatChanges: 'ما يتغير',
  noDifference: 'لا شيء: هذا ما يطلبه الإصدار أصلًا.',
  takesBack: 'يُلغي هذا ما غيّره آخرون منذ ذلك الحين:',
  cannotBeDone: 'هذا غير ممكن:',
  changeRelease: 'غيّر الإصدار',
};
