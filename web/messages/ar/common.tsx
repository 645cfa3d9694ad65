import type { Words } from '../words';

export const common: Words['common'] = {
  loading: 'جارٍ التحميل…',
  tryAgain: 'حاول مجددًا',
  goBack: 'رجوع',
  reason: 'السبب',
  reasonOptional: 'السبب (اختياري)',
  branch: 'الفرع',
  notices: 'الإشعارات',
  dismissNotice: 'أغلق هذا الإشعار',
  comma: '، ',
  percent: (percent) => `${percent}%`,
  byteUnits: ['بايت', 'ك.ب', 'م.ب', 'غ.ب'],
  reviewed: (done, total) => `راجعتَ ${done} من ${total}`,

  unreadable: (releases, names) => `تعذرت قراءة ${releases}: ${names}.`,

  gatewaySilent: 'البوابة لا تجيب.',
  gatewayStatus: (status) => `أجابت البوابة بالرمز ${status}.`,

  due: (at) => <>الموعد النهائي: {at}.</>,
  dueThen: {
    reject: (at) => <>إذا لم يقرر أحد قبل {at}، تُرفض المصطلحات وينتهي الإصدار.</>,
    confirm: (at) => <>إذا لم يقرر أحد قبل {at}، تُعتمد المصطلحات كما هي.</>,
    end: (at) => <>إذا لم يقرر أحد قبل {at}، ينتهي الإصدار كما هو.</>,
  },

  faultTitle: 'حدث خطأ في هذه الصفحة',
  faultText: 'لم تُفقد التغييرات المحفوظة. غير المحفوظ منها باقٍ في هذا المتصفح.',
  reload: 'أعد تحميل الصفحة',

  noRelease: 'الإصدار غير موجود',
  noReleaseText: (id) => (
    <>لا يوجد إصدار باسم {id}. ربما كُتب اسمه خطأً، أو انتهى منذ زمن طويل فلم يعد سجله محفوظًا.</>
  ),
  findInList: 'ابحث عنه في قائمة الإصدارات',
  archived: (command) => <>الإصدارات التي انتهت منذ زمن طويل في الأرشيف: يعرضها {command}.</>,

  noPageTitle: 'غير موجود',
  noPage: 'الصفحة غير موجودة',
  noPageText: (path) => <>لا توجد صفحة على العنوان {path}. ربما كُتب خطأً أو نقص منه شيء.</>,
  goToInbox: 'إلى صندوق الوارد',
  goToSchedules: 'إلى الجداول',
};
