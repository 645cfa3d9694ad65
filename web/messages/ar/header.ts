import type { Theme } from '../../themes';
import type { Words } from '../words';

const themes: Readonly<Record<Theme, string>> = { auto: 'تلقائي', light: 'فاتح', dark: 'داكن' };

export const header: Words['header'] = {
  skip: 'انتقل إلى المحتوى',
  brand: 'locrelease، إلى صندوق الوارد',
  main: 'القائمة الرئيسية',
  inbox: 'الوارد',
  schedules: 'الجداول',
  accounts: 'الحسابات',
  glossary: 'المسرد',
  insights: 'الإحصاءات',
  find: 'ابحث عن الإصدارات والمصطلحات',
  theme: (theme) => `المظهر: ${themes[theme]}`,
  changeTheme: (theme) => `المظهر: ${themes[theme]}. غيّره`,
  installation: 'هذا التثبيت',
  lost: 'جارٍ إعادة الاتصال…',
  stale: 'لا يجيب Temporal. قد يكون المعروض قديمًا.',
  yourRole: (role) => `دورك: ${role}`,
  signOut: 'تسجيل الخروج',
};
