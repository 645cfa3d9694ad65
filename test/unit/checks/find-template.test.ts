import { findTemplate } from '../../../src/checks/check-release';
import { templateFormats } from '../../../src/localization/vocabulary';

const template = (format: string) => ({
  id: 'tpl-1',
  name: 'game',
  is_default: true,
  format,
  mode: null,
  fields: [],
  languages: [],
  field_order: [],
});

describe('the template of an export', () => {
  const others = templateFormats.filter((format) => format !== 'ini');

  it.each(others)('is refused where its format is %s', (format) => {
    expect(findTemplate('tpl-1', [template(format)])).toContain(`has the format ${format}`);
    expect(findTemplate(undefined, [template(format)])).toContain('Name an ini template');
  });

  it.each(['ini', '', 'key_value', 'x'.repeat(10_000)])(
    'is taken where no documented format speaks against it: %.10s',
    (format) => {
      expect(findTemplate('tpl-1', [template(format)])).toMatchObject({ id: 'tpl-1' });
      expect(findTemplate(undefined, [template(format)])).toMatchObject({ id: 'tpl-1' });
    },
  );
});
