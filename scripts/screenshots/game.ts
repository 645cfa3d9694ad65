/** What a game's release holds: its texts, and the terms that a scan finds in them with their translations. */
import type { SourceString } from '../../src/localization/requests';

/** Each term with its translations into Japanese and Arabic. */
const terms: Readonly<Record<string, readonly [ja: string, ar: string]>> = {
  'Elder Mira': ['長老ミラ', 'الحكيمة ميرا'],
  'Crystal Tower': ['水晶の塔', 'برج البلور'],
  'Harbor City': ['港の都', 'مدينة الميناء'],
  'Whisper Forest': ['ささやきの森', 'غابة الهمس'],
  'Dawn Blade': ['暁の剣', 'نصل الفجر'],
  'Frost Shield': ['霜の盾', 'درع الصقيع'],
  'Captain Orsolo': ['オルソロ船長', 'القبطان أورسولو'],
  'Ember Potion': ['残り火の薬', 'جرعة الجمر'],
  'Thunder Strike': ['雷撃', 'ضربة الرعد'],
  'Moon Valley': ['月の谷', ''],
  'Iron Crown': ['鉄の冠', 'تاج الحديد'],
  'Salt Mountain': ['塩の山', 'جبل الملح'],
};

const sentences = [
  'Find {} before the sun is up.',
  'Nobody has seen {} since the long winter.',
  'They say that {} remembers everyone who came.',
  'Bring this letter to {} and wait for an answer.',
];

export const gameTerms = Object.entries(terms).map(([term, [ja, ar]]) => ({
  term,
  translations: { ja, ar },
}));

export const gameStrings: SourceString[] = gameTerms.map(({ term }, index) => ({
  string_id: `chapter3.line.${index + 1}`,
  content: (sentences[index % sentences.length] ?? '').replace('{}', term),
}));
