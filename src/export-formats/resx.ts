/** The resources of .NET. */
import { isInXml, NOT_IN_XML, xmlAttribute, xmlText } from './xml-text';
import { Notes, type Writer } from './writer';

const READER = 'System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089';
const headers = {
  resmimetype: 'text/microsoft-resx',
  version: '2.0',
  reader: `System.Resources.ResXResourceReader, ${READER}`,
  writer: `System.Resources.ResXResourceWriter, ${READER}`,
};

export const writeResx: Writer = (strings) => {
  const notes = new Notes();
  const heads = Object.entries(headers).map(
    ([name, value]) => `  <resheader name="${name}">\n    <value>${value}</value>\n  </resheader>\n`,
  );
  const units = strings.flatMap(({ key, text }) => {
    if (isInXml(key + text))
      return [
        `  <data name="${xmlAttribute(key)}" xml:space="preserve">\n    <value>${xmlText(text)}</value>\n  </data>\n`,
      ];
    notes.leaveOut(NOT_IN_XML, key);
    return [];
  });
  return {
    text: `<?xml version="1.0" encoding="utf-8"?>\n<root>\n${heads.join('')}${units.join('')}</root>\n`,
    keys: units.length,
    notes: notes.sentences(),
  };
};
