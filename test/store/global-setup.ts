export { bringS3Server as default } from '../support/versitygw';
