export { localizationRelease } from './release';
export { publishQueue } from './publish-queue';
export { nightlyLocalization } from './nightly-localization';
export { noticeRoute } from './notice-route';
export { termbaseUpload } from './termbase-upload';
export { serviceWork } from './service-work';
