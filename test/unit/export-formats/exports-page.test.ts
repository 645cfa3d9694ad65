import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportFormatNames } from '../../../src/domain/export-format-names';
import { exportFormats } from '../../../src/export-formats/formats';

const page = readFileSync(join(__dirname, '../../../docs/exports.md'), 'utf8');

it.each(exportFormatNames)('docs/exports.md has a row for %s with the name of its file', (name) => {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? '';
  const { file } = exportFormats[name];
  expect(row).toContain(`\`${typeof file === 'string' ? file : file('zh-cn')}\``);
});
