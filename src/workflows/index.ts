export { localizationRelease } from './release';
export { publishQueue } from './works/publish-queue';
export { nightlyLocalization } from './works/nightly-localization';
export { noticeRoute } from './works/notice-route';
export { termbaseUpload } from './works/termbase-upload';
export { serviceWork } from './works/service-work';
