import type { Words } from '../words';
import { counts } from './counts';
import { isolated } from '../isolated';
import { plural } from './numbers';

export const accounts: Words['accounts'] = {
  title: 'الحسابات',
  refresh: 'تحديث',
  summaryFailing: (accounts, failing) => `${counts.accounts(accounts)}، منها ${failing} تنتظر بسببها إصدارات`,
  onlyKnown: 'فيما يلي الحسابات التي تعرفها الإصدارات فقط.',
  workspace: 'مساحة العمل',
  workspaceFails: 'هناك إعلانات تنتظر لسبب لا يخص حسابًا بعينه.',
  none: 'لا حسابات متصلة. صِل حسابًا في تطبيق خدمة التواصل، ثم حدّث الصفحة.',
  isCut: 'الإصدارات التي تنتظر قرارًا أكثر مما يُفحص هنا. يعرضها صندوق الوارد كلها.',
  unknownPlatform: 'منصة غير معروفة',

  notListed: 'غير مدرج',
  notListedNow: 'لا تدرج الخدمة هذا الحساب الآن.',
  noneWaits: 'لا إصدار ينتظر بسببه.',

  quotaOf: (workspace) => <>مساحة العمل {workspace}.</>,
  noQuota: 'لا تحدد الخطة سقفًا للمنشورات المجدولة.',
  quota: (left, limit) => `بقي هذا الشهر ${left} من ${limit} من المنشورات المجدولة.`,

  failuresOf: (account) => `ما يفشل في ${isolated(account)}`,
  failuresOfWorkspace: 'ما يفشل في مساحة العمل',
  releasesWait: (releases) =>
    plural(releases, {
      zero: 'لا إصدارات تنتظر:',
      one: 'إصدار واحد ينتظر:',
      two: 'إصداران ينتظران:',
      few: '# إصدارات تنتظر:',
      many: '# إصدارًا ينتظر:',
      other: '# إصدار ينتظر:',
    }),
  since: (at) => <>منذ {at}</>,
  retryAll: (cause) => `أعد المحاولة لكل ما سببه ${isolated(cause)}…`,
  cannotRetry: 'دورك يتيح لك الاطلاع دون إعادة المحاولة.',

  retryTitle: (cause) => `إعادة المحاولة لكل ما سببه ${isolated(cause)}`,
  noneWaitsAnyMore: 'لم يعد أي إصدار ينتظر لهذا السبب.',
  retryMeans: 'يعيد كل إصدار ما فشل فقط. وفي الإصدار الجزئي لا يُعلن إلا في الحسابات التي فشلت.',
  toRetry: 'ستُعاد محاولتها',
  oneByOne: 'متروكة لك، واحدًا واحدًا',
  retry: (releases) => `أعد المحاولة (${counts.releases(releases)})`,
  retrying: 'تجري إعادة المحاولة…',
  retried: (taken, releases) => `يواصل ${taken} من أصل ${counts.releases(releases)}.`,
  outcomes: { taken: 'يواصل', refused: 'مرفوض', 'not tried': 'لم يُحاوَل' },
  done: 'تم',
};
