export { localizationRelease } from './release';
export { publishTurns } from './publish-turn';
export { nightlyLocalization } from './nightly';
export { termbaseUpload } from './termbase-upload';
