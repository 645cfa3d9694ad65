import { MOST_STRINGS } from '../../../src/domain/term-strings';
import { LOW_SCORE } from '../../review/filters';
import { isolated } from '../isolated';
import type { Words } from '../words';
import { counts } from './counts';
import { ofCharacters, ofTerms } from './genitive';
import { number, plural } from './numbers';

const sources = new Map([
  ['ai', 'آلية'],
  ['tm', 'من الذاكرة'],
  ['manual', 'بشرية'],
]);

export const review: Words['review'] = {
  title: (id) => `مصطلحات ${isolated(id)}`,
  heading: (release) => (
    <>
      <span class="muted">مصطلحات</span> {release}
    </>
  ),
  shortcuts: 'الاختصارات',
  refresh: 'تحديث',
  refreshHint: 'إعادة تحميل القائمة من الخدمة',
  reject: 'رفض…',
  confirm: 'اعتماد…',
  ownRelease: 'أنت من بدأ هذا الإصدار، ويجب أن يعتمد مصطلحاته شخص آخر.',
  listChangesTooFast: 'تتغير القائمة أسرع مما يمكن قراءتها. حاول مرة أخرى.',

  closed: {
    toYourRole: 'يتيح لك دورك الاطلاع على المصطلحات دون تغييرها.',
    notScanned: 'لم ينتهِ استخراج المصطلحات بعد.',
    parked:
      'الإصدار متوقف بانتظار قرار. ما تغيّر في المصطلحات محفوظ. اتخذ القرار في صفحة الإصدار ثم تابع المراجعة.',
    finished: 'انتهت المراجعة، ولم يعد تغيير المصطلحات ممكنًا.',
    decided: (what, by) => `انتهت المراجعة: ${isolated(what)}، بواسطة ${isolated(by)}.`,
  },

  saving: {
    allSaved: 'تم حفظ الكل',
    saving: (terms) => `جارٍ حفظ ${ofTerms(terms)}…`,
    failed: (changes, why) => (
      <>
        لم يُحفظ: {counts.changes(changes)}. {why} التغييرات غير المحفوظة باقية في هذا المتصفح.
      </>
    ),
    failedForNow: (changes, why) => (
      <>
        لم يُحفظ: {counts.changes(changes)}. {why} التغييرات غير المحفوظة باقية في هذا المتصفح وسيُعاد
        إرسالها.
      </>
    ),
    retry: 'إعادة المحاولة الآن',
    discard: 'تجاهل التغييرات',
    refused: (terms, release, why) =>
      `لم يُحفظ تغيير في ${ofTerms(terms)} من ${isolated(release)}: ${isolated(why)}`,
  },

  drafts: {
    left: (drafts) => `لديك ${counts.unsavedDrafts(drafts)}.`,
    continue: 'متابعة',
    discard: 'تجاهل',
    gone: 'لم يعد هذا المصطلح في القائمة، أو أنه سيُحذف.',
  },

  filter: {
    label: 'تصفية المصطلحات',
    text: 'تصفية حسب النص',
    placeholder: 'تصفية حسب النص  /',
    notCompared: 'لم تُقارن المصطلحات بقاعدة المصطلحات بعد.',
    titles: {
      open: 'للمراجعة',
      new: 'جديد',
      conflict: 'تعارضات',
      low: `الدرجة أقل من ${LOW_SCORE}`,
      missing: 'ترجمة ناقصة',
      mine: 'غيّرتُها أنا',
      removed: 'للحذف',
    },
    hints: {
      open: 'لم تقبله ولم تعدّله ولم تحذفه بصيغته الحالية.',
      new: 'ليس في قاعدة المصطلحات إدخال بهذا النص.',
      conflict: 'في قاعدة المصطلحات فئة أو ترجمة أخرى.',
      low: 'أعطاه استخراج المصطلحات درجة منخفضة.',
      missing: 'تنقصه الترجمة إلى إحدى لغات الإصدار.',
      mine: 'عدّلته أو حدّدته للحذف.',
      removed: 'يُحذف عند اعتماد المصطلحات.',
    },
  },

  fields: {
    term: 'المصطلح',
    context: 'السياق',
    category: 'الفئة',
    score: 'الدرجة',
    note: 'التقييم',
    termbase: 'القاعدة',
    changes: 'التغييرات',
  },
  changedFields: {
    term: 'المصطلح',
    category: 'الفئة',
    score: 'الدرجة',
    judgment: 'التقييم',
    translation: 'الترجمة',
  },
  missing: 'ناقصة',
  nothing: 'لا شيء',

  table: {
    label: 'المصطلحات',
    accepted: 'مقبول',
    sortBy: (column) => `ترتيب حسب ${column}`,
    selectAll: 'تحديد كل المصطلحات المعروضة',
    select: (term) => `تحديد ${isolated(term)}`,
    accept: (term) => `قبول ${isolated(term)}`,
    loading: 'جارٍ تحميل المصطلحات…',
    empty: 'لا مصطلح يطابق التصفية.',
    before: (text) => `قبل ذلك: ${isolated(text)}`,
    draft: 'مسودة غير محفوظة',
    deletedBy: (name) => <>حذفه {name}</>,
    editedBy: (name) => <>عدّله {name}</>,
    columns: 'الأعمدة',
    columnsOfTable: 'أعمدة الجدول',
  },

  termbase: {
    new: 'جديد',
    same: 'مطابق',
    differs: 'مختلف',
    differsInCategory: (category) => <>مختلف: {category}</>,
    has: (what) => <>قاعدة المصطلحات: {what}</>,
  },

  bulk: {
    shown: (shown, total) => `${number(shown)} من ${ofTerms(total)}`,
    shownAndSelected: (shown, total, selected) =>
      `${number(shown)} من ${ofTerms(total)}، المحدَّد ${number(selected)}`,
    loadingRest: 'جارٍ تحميل البقية…',
    comparing: 'جارٍ المقارنة بقاعدة المصطلحات…',
    undo: 'تراجع',
    replace: 'استبدال…',
    details: 'التفاصيل',
    keepTermbase: 'إبقاء ما في قاعدة المصطلحات',
    clear: 'إلغاء التحديد',
    field: 'الحقل المطلوب ضبطه للمصطلحات المحددة',
    value: (field) => `${field} للمصطلحات المحددة`,
    set: 'ضبط',
  },

  actions: {
    accept: 'قبول',
    accepted: 'مقبول',
    edit: 'تعديل',
    delete: 'حذف',
    restore: 'استعادة',
    revert: 'إرجاع',
    save: 'حفظ',
    cancel: 'إلغاء',
  },

  details: {
    label: 'تفاصيل المصطلح',
    none: 'لم يُختر أي مصطلح.',
    noCategory: 'بلا فئة',
    summary: (category, score) => (
      <>
        {category}، الدرجة {score}
      </>
    ),
    translated: (category, score, source) => (
      <>
        {category}، الدرجة {score}، الترجمة {sources.get(source) ?? <bdi>{source}</bdi>}
      </>
    ),
    strings: `نصوص بهذه العبارة (${MOST_STRINGS} على الأكثر)`,
    atMost: (characters) => `بحد أقصى ${ofCharacters(characters)}`,
    field: 'الحقل',
    thisRelease: 'هذا الإصدار',
    history: 'السجل',
    edited: (by, when) => (
      <>
        عدّله {by} {when}
      </>
    ),
    wantsDeleted: (by, when) => (
      <>
        طلب {by} حذفه {when}
      </>
    ),
    translationInto: (language) => `الترجمة إلى ${language}`,
    scoreLabel: 'الدرجة من 0 إلى 10',
  },

  done: {
    allReviewed: 'راجعت كل المصطلحات المعروضة.',
    accepted: (terms) => `تم قبول ${ofTerms(terms)}.`,
    toReviewAgain: (terms) => `تمت إعادة ${ofTerms(terms)} إلى المراجعة.`,
    willBeDeleted: (terms) => `سيتم حذف ${ofTerms(terms)}. اضغط u للتراجع.`,
    restored: (terms) => `تمت استعادة ${ofTerms(terms)}.`,
    set: (field, terms) => `تم ضبط ${field} في ${ofTerms(terms)}.`,
    replaced: (terms) => `تم الاستبدال في ${ofTerms(terms)}. اضغط u للتراجع.`,
    setToTermbase: (terms) => `أُخذت قيم ${ofTerms(terms)} من قاعدة المصطلحات. اضغط u للتراجع.`,
    nothingToUndo: 'لا شيء للتراجع عنه.',
    undone: (terms) => `تم التراجع عن تغيير ${ofTerms(terms)}.`,
    notUndone: (terms) =>
      plural(terms, {
        one: 'تغيّر مصطلح واحد بعد ذلك فلم يتم التراجع عنه.',
        two: 'تغيّر مصطلحان بعد ذلك فلم يتم التراجع عنهما.',
        few: 'تغيّرت # مصطلحات بعد ذلك فلم يتم التراجع عنها.',
        many: 'تغيّر # مصطلحًا بعد ذلك فلم يتم التراجع عنها.',
        other: 'تغيّر # مصطلح بعد ذلك فلم يتم التراجع عنها.',
      }),
    upToDate: 'القائمة محدّثة.',
    othersChanged: (names, terms) => `تم تغيير ${ofTerms(terms)} بواسطة ${names.map(isolated).join('، ')}.`,
    confirmed: 'تم اعتماد المصطلحات.',
    rejected: 'تم رفض المصطلحات.',
  },
};
