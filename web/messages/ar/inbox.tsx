import type { Words } from '../words';
import { isolated } from '../isolated';
import { plural } from './numbers';

export const inbox: Words['inbox'] = {
  title: 'الوارد',
  groups: { overdue: 'متأخر', today: 'موعده اليوم', later: 'لاحقًا' },
  kinds: { terms: 'مراجعة مصطلحات', decision: 'قرار' },
  longestWaiting: (shown, waiting) => `من أصل ${waiting} إصدارًا بالانتظار، يظهر ${shown}: الأطول انتظارًا.`,

  noDeadline: 'بلا موعد نهائي',
  dueIn: {
    nothing: (time) => <>المتبقي: {time}</>,
    reject: (time) => <>المتبقي: {time}، ثم يُرفض</>,
    confirm: (time) => <>المتبقي: {time}، ثم يُعتمد</>,
    end: (time) => <>المتبقي: {time}، ثم يُغلق</>,
  },
  overdueBy: {
    nothing: (time) => <>التأخر: {time}</>,
    reject: (time) => <>التأخر: {time}، وسيُرفض</>,
    confirm: (time) => <>التأخر: {time}، وسيُعتمد</>,
    end: (time) => <>التأخر: {time}، وسيُغلق</>,
  },
  dueAndSince: (due, since) => (
    <>
      الموعد {due}، بالانتظار منذ {since}
    </>
  ),
  waitingSince: (since) => <>بالانتظار منذ {since}</>,

  seeTerms: 'اعرض المصطلحات',
  seeProblem: 'اعرض المشكلة',
  cannotDecide: 'دورك يتيح لك الاطلاع دون القرار.',
  continueReview: 'تابع المراجعة',
  reviewTerms: 'راجع المصطلحات',
  startedByYou: 'أنت من بدأه: يعتمده شخص آخر.',
  decide: 'قرّر',

  empty: 'لا إصدار ينتظر أحدًا.',
  whatComes: 'يصل إلى هنا تلقائيًا كل ما يحتاج إلى شخص، ويظهر عدده أعلى الصفحة وفي عنوانها:',
  reviews: 'مراجعات المصطلحات',
  reviewsCome: 'عند انتهاء استخراج مصطلحات الإصدار. لكل مراجعة موعد نهائي، ومعه ما يحدث عنده إن لم يقرر أحد.',
  decisions: 'القرارات',
  decisionsCome: 'عندما يتوقف إصدار لأنه لا يستطيع المتابعة وحده، أو عندما يفشل الإعلان في بعض الحسابات.',

  failingRoutes: 'إشعارات لا تصل',
  routeFails: (route, since, why, waiting) => (
    <>
      لا تصل الإشعارات إلى {route} منذ {since}: {why}{' '}
      {plural(waiting, {
        zero: 'لا إشعارات تنتظر.',
        one: 'ينتظر إشعار واحد.',
        two: 'ينتظر إشعاران.',
        few: 'تنتظر # إشعارات.',
        many: 'ينتظر # إشعارًا.',
        other: 'ينتظر # إشعار.',
      })}{' '}
      تُعاد المحاولة مدة ثلاثة أيام.
    </>
  ),

  notify: 'أشعرني في هذا المتصفح',
  stopNotifying: 'أوقف الإشعارات في هذا المتصفح',
  cannotNotify: 'هذا المتصفح لا يسمح للصفحة بإشعارك. اسمح بذلك في إعداداته لهذا الموقع.',
  notices: {
    terms: (id) => `راجع المصطلحات: ${isolated(id)}`,
    decision: (id) => `قرّر: ${isolated(id)}`,
  },

  allReleases: 'كل الإصدارات',
  startRelease: 'ابدأ إصدارًا',
  noMatch: 'لا إصدار مطابق.',
  columns: { release: 'الإصدار', state: 'الحالة', stage: 'المرحلة', waitsFor: 'ينتظر', started: 'البدء' },
  waits: { terms: 'مراجعة المصطلحات', decision: 'قرارًا' },
  holds: {
    announcement_time: 'موعد إعلانه',
    quiet_hours: 'انتهاء ساعات الهدوء',
    daily_cap: 'الغد: لا منشورات أخرى اليوم',
    publish_turn: 'دوره في النشر',
  },
  since: (at) => <>منذ {at}</>,

  search: 'بحث',
  partOfName: 'جزء من الاسم',
  project: 'المشروع',
  allProjects: 'كل المشاريع',
  state: 'الحالة',
  allStates: 'كل الحالات',

  noReleases: (role) => (
    <>لا إصدارات بعد. يبدأ أولها من له الدور {role} بزر «ابدأ إصدارًا». ومن سطر الأوامر:</>
  ),
  initWrites: (init, file) => (
    <>
      يكتب {init} مثالًا، {file}، مع نصوصه.
    </>
  ),
  startStarts: (start) => <>يبدؤه {start}، فيظهر هنا في الحال.</>,
};
