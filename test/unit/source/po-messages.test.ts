import { poMessages } from '../../../src/source/po-strings';

it('reads half a million messages of gettext, and tells where more begin', () => {
  const report = jest.fn();
  const message = 'msgid "k"\nmsgstr "v"\n';
  expect(Array.from(poMessages(message.repeat(500_001), report)).length).toBe(500_000);
  const told = 'is beyond the 500000 messages that a file may have';
  expect(report).toHaveBeenCalledWith({ line: 1_000_001, key: null, message: told });
});
