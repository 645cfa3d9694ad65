import { Fragment } from 'preact';
import { isolated } from '../isolated';
import type { Words } from '../words';
import { counts } from './counts';
import { ofTerms } from './genitive';
import { number, plural } from './numbers';

export const glossary: Words['glossary'] = {
  title: 'تغييرات المسرد',
  intro:
    'ما غيّره اعتماد المصطلحات في قاعدة المصطلحات، حسب الإصدار. المصطلحات التي اعتمدتها الخدمة من تلقاء نفسها غير معروفة هنا.',
  search: 'البحث في المصطلحات',
  searchHint: 'جزء من مصطلح أو ترجمة',
  nothingYet: 'لم يغيّر أي إصدار قاعدة المصطلحات بعد. يحدث ذلك عندما يعتمد أحدهم مصطلحات إصدار.',
  noMatch: 'لا تغيير يطابق البحث.',
  cut: 'لم يشمل البحث كل الإصدارات بعد.',
  lookFurther: 'متابعة البحث',
  showOlder: 'عرض إصدارات أقدم',
  columns: { release: 'الإصدار', terms: 'المصطلحات', confirmedBy: 'اعتمدها', when: 'الوقت' },

  kinds: { added: 'مضاف', changed: 'معدّل', unknown: 'غير معروف', 'left out': 'مستبعد' },
  meanings: {
    added: 'لم يكن في قاعدة المصطلحات إدخال بهذا النص.',
    changed: 'كانت في قاعدة المصطلحات قيم أخرى.',
    unknown: 'لم تُجرَ مقارنة قبل الاعتماد، فما كان في قاعدة المصطلحات غير معروف.',
    'left out': 'حُذف في المراجعة، وبقيت قاعدة المصطلحات كما كانت.',
  },
  counts: {
    added: (count) => `المضاف ${number(count)}`,
    changed: (count) => `المعدّل ${number(count)}`,
    unknown: (count) => `غير المعروف ${number(count)}`,
    'left out': (count) => `المستبعد ${number(count)}`,
  },
  nothingChanged: 'لم يتغير شيء',

  fields: { category: 'الفئة', pic: 'الصورة' },
  notKnown: 'غير معروف',
  nothing: 'لا شيء',
  empty: 'فارغ',

  ofRelease: {
    title: (release) => `تغييرات المسرد في ${isolated(release)}`,
    heading: (release) => <>تغييرات المسرد في {release}</>,
    all: 'كل تغييرات المسرد',
    confirmed: (release, by, when) => (
      <>
        {release}، اعتمد مصطلحاته {by} {when}.
      </>
    ),
    confirmedAndChanged: (release, by, when, changed) => (
      <>
        {release}، اعتمد مصطلحاته {by} {when}: {changed}.
      </>
    ),
    search: 'البحث في هذه التغييرات',
    matches: (changes) =>
      plural(changes, {
        zero: 'لا تغيير يطابق البحث.',
        one: 'تغيير واحد يطابق البحث.',
        two: 'تغييران يطابقان البحث.',
        few: '# تغييرات تطابق البحث.',
        many: '# تغييرًا تطابق البحث.',
        other: '# تغيير تطابق البحث.',
      }),
    nothingChanged: 'كانت كل هذه المصطلحات في قاعدة المصطلحات من قبل، فلم يتغير شيء.',
    showMore: (left) => `عرض المزيد (بقي ${counts.changes(left)})`,
    select: (term) => `تحديد ${isolated(term)}`,
    revert: 'إرجاع…',
    revertTerm: (term) => `إرجاع ${isolated(term)}`,
    revertSelected: 'إرجاع المحدَّد…',
    revertSome: (selected) => `إرجاع المحدَّد (${number(selected)})…`,
    revertAll: 'إرجاع كل تغييرات هذا الإصدار…',
  },

  revert: {
    title: 'إرجاع في قاعدة المصطلحات',
    reading: 'جارٍ قراءة قاعدة المصطلحات…',
    what: 'تتغير قاعدة المصطلحات وحدها. تبقى النصوص المترجمة بهذه المصطلحات كما هي.',
    goesBack: 'يعود كما كان',
    changedSince: 'تغيّر مجددًا بعد الإصدار',
    unlessTicked: 'تبقى هذه كما هي ما لم تحددها.',
    overwrite: (term) => <>استبدال {term}</>,
    nothingToDo: 'لا شيء مطلوب',
    actions: { delete: 'يُحذف', update: 'تعود قيمه السابقة' },
    releaseWrote: (fields) => (
      <>
        كتب الإصدار{' '}
        {fields.map(({ field, written, now }, index) => (
          <Fragment key={field}>
            {index > 0 && '، '}
            {field}: {written}، والآن {now}
          </Fragment>
        ))}
        .
      </>
    ),
    reverting: 'جارٍ الإرجاع…',
    revert: (terms) => `إرجاع ${ofTerms(terms)}`,
    reverted: (terms) => `تم إرجاع ${ofTerms(terms)}.`,
    someFailed: 'لم يتم إرجاع بعض المصطلحات.',
    continues: (terms) => `يستمر إرجاع ${ofTerms(terms)} دون هذه الصفحة.`,
    left: (why) => <>بقي كما هو. {why}</>,
    done: 'تم',
  },

  reverts: {
    title: 'عمليات الإرجاع',
    asked: (by, terms, when, reason) => (
      <>
        طلب {by} إرجاع {ofTerms(terms)} {when}: {reason}
      </>
    ),
    terms: 'المصطلحات',
    deleted: 'حُذف',
    deletedAlthoughChanged: 'حُذف مع أنه تغيّر بعد الإصدار',
    changedBack: 'عادت قيمه السابقة',
    changedBackAlthoughChanged: 'عادت قيمه السابقة مع أنه تغيّر بعد الإصدار',
  },
};
