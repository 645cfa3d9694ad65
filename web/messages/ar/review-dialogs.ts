import { isolated } from '../isolated';
import type { Words } from '../words';
import { counts } from './counts';
import { ofTerms } from './genitive';
import { number, plural } from './numbers';

export const reviewDialogs: Words['reviewDialogs'] = {
  confirm: {
    title: 'اعتماد المصطلحات',
    kept: 'بلا تغيير',
    edited: 'معدّلة',
    deleted: 'محذوفة',
    reviewed: (done, total) => `راجعت ${number(done)} من ${ofTerms(total)}. ستُعتمد البقية كما هي.`,
    drafts: (terms) =>
      `لديك ${counts.unsavedDrafts(terms.length)}: ${terms.map(isolated).join('، ')}. احفظ أو تجاهل ما لم يُحفظ قبل الاعتماد.`,
    saveDrafts: 'حفظ المسودات',
    discardDrafts: 'تجاهل المسودات',
    notCompared: 'تعذرت مقارنة المصطلحات بقاعدة المصطلحات. قد تُستبدل إدخالات موجودة فيها.',
    overwrites: (entries) =>
      plural(entries, {
        one: 'سيُستبدل إدخال واحد في قاعدة المصطلحات',
        two: 'سيُستبدل إدخالان في قاعدة المصطلحات',
        few: 'ستُستبدل # إدخالات في قاعدة المصطلحات',
        many: 'سيُستبدل # إدخالًا في قاعدة المصطلحات',
        other: 'سيُستبدل # إدخال في قاعدة المصطلحات',
      }),
    keepTermbase: 'إبقاء ما في قاعدة المصطلحات',
    what: 'تبدأ الترجمة بعد ذلك بهذه المصطلحات. لا يمكن التراجع عن هذا.',
    comment: 'تعليق (اختياري)',
    saving: 'جارٍ حفظ آخر تغييراتك…',
    checking: 'جارٍ التحقق من القائمة وقاعدة المصطلحات من جديد…',
    leave: 'متابعة المراجعة',
    confirm: (terms) => `اعتماد ${ofTerms(terms)}`,
  },

  reject: {
    title: 'رفض المصطلحات',
    what: 'ينتهي الإصدار مرفوضًا ولا يُترجم شيء. يمكنك بدؤه من جديد.',
  },

  difference: {
    title: 'تغيّرت القائمة منذ فتحتها',
    what: 'لم يُعتمد شيء، وتغييراتك محفوظة. راجع الاختلافات ثم أعد الاعتماد.',
    same: 'تعرض القائمة الآن أحدث المصطلحات.',
    added: (terms) => `الجديد: ${counts.terms(terms)}`,
    gone: (terms) => `المُزال: ${counts.terms(terms)}`,
    changed: (terms) => `المتغيّر: ${counts.terms(terms)}`,
    leave: 'المتابعة بالقائمة الجديدة',
  },

  replace: {
    title: 'بحث واستبدال',
    inSelected: (terms) => `في المحدَّد: ${counts.terms(terms)}. تبقى المصطلحات المقرر حذفها كما هي.`,
    inShown: (terms) => `في المعروض: ${counts.terms(terms)}. تبقى المصطلحات المقرر حذفها كما هي.`,
    find: 'بحث عن',
    replacement: 'استبدال بـ',
    lookIn: 'البحث في',
    field: 'الحقل الذي يُبحث فيه',
    allTranslations: 'كل الترجمات',
    matchCase: 'مطابقة حالة الأحرف',
    found: (terms) => `وُجد في ${ofTerms(terms)}.`,
    tooLong: (terms) =>
      plural(terms, {
        one: 'سيصبح مصطلح واحد أطول من اللازم، فيبقى كما كان.',
        two: 'سيصبح مصطلحان أطول من اللازم، فيبقيان كما كانا.',
        few: 'ستصبح # مصطلحات أطول من اللازم، فتبقى كما كانت.',
        many: 'سيصبح # مصطلحًا أطول من اللازم، فتبقى كما كانت.',
        other: 'سيصبح # مصطلح أطول من اللازم، فتبقى كما كانت.',
      }),
    leave: 'رجوع',
    replace: (terms) => `استبدال في ${ofTerms(terms)}`,
  },

  help: {
    title: 'اختصارات لوحة المفاتيح',
    letters: 'استخدام الأحرف المفردة كاختصارات',
    close: 'إغلاق',
    keys: {
      next: 'المصطلح التالي',
      previous: 'المصطلح السابق',
      accept: 'قبول هذا المصطلح أو المصطلحات المحددة والانتقال إلى التالي، أو التراجع عن القبول',
      nextOpen: 'المصطلح التالي للمراجعة',
      edit: 'تعديل: يحفظ Enter، ويتجاهل Esc، وينقل Tab إلى الحقل التالي',
      translate: 'تعديل الترجمة الناقصة أو الأولى، و1 إلى 9: ترجمة اللغة الأولى إلى التاسعة',
      select: 'تحديد أو إلغاء التحديد',
      selectAll: 'تحديد كل المصطلحات المعروضة أو لا شيء منها',
      delete: 'حذف المصطلحات المحددة أو هذا المصطلح، أو استعادة المحذوف',
      undo: 'تراجع',
      filter: 'تصفية حسب النص',
      replace: 'بحث واستبدال',
      details: 'إظهار التفاصيل أو إخفاؤها',
      firstAndLast: 'أول مصطلح، آخر مصطلح',
      leave: 'إلغاء التحديد',
      help: 'هذه المساعدة',
    },
  },
};
