import { isolated } from '../isolated';
import type { Words } from '../words';
import { counts } from './counts';
import { ofReleases } from './genitive';

export const search: Words['search'] = {
  title: 'بحث',
  titleOf: (asked) => `بحث: ${isolated(asked)}`,
  box: 'الإصدارات والمصطلحات',
  placeholder: 'ابحث عن الإصدارات والمصطلحات ( / )',
  whatIsFound: () => (
    <>
      يُعثر على الإصدارات بجزء من اسم المشروع أو اسم الإصدار، وباللغة (<code>ja</code> أو{' '}
      <code>Japanese</code>)، وبمعرّف المهمة أو المنشور. ويُعثر على المصطلحات بنصها وبترجماتها.
    </>
  ),
  searching: 'جارٍ البحث…',
  nothing: 'لم يُعثر على شيء.',
  found: (releases, terms) => `النتائج: ${counts.releases(releases)} و${counts.terms(terms)}.`,
  outOfTime: (releases) =>
    `انتهى الوقت بعد البحث في أحدث ${ofReleases(releases)}، ولم يُبحث في الأقدم إلا بالاسم. أعد البحث للمتابعة، أو ابحث بجزء أطول من النص.`,
  enough: (releases) =>
    `وُجد ما يكفي من النتائج في أحدث ${ofReleases(releases)}. ابحث بجزء أطول من النص لرؤية غيرها.`,

  releases: 'الإصدارات',
  by: {
    language: (name) => <>اللغة {name}</>,
    task: (id) => <>المهمة {id}</>,
    post: (id) => <>المنشور {id}</>,
  },
  started: (when) => <>بدأ {when}</>,

  terms: 'المصطلحات',
  termsOf: (release) => `مصطلحات ${isolated(release)}`,
  more: (terms) => `${counts.andMore(terms)}.`,
  allTerms: 'كل المصطلحات',
  glossaryChanges: 'تغييرات المسرد',
};
