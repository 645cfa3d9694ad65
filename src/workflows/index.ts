export { localizationRelease } from './release';
export { publishTurns } from './publish-turns';
export { nightlyLocalization } from './nightly-localization';
export { noticeRoute } from './notice-route';
export { termbaseUpload } from './termbase-upload';
export { serviceWork } from './service-work';
