import type { FindingInFile } from '../../../src/source/input-error';
import { elementsIn, parseXml } from '../../../src/source/xml-tree';

const findingsOf = (text: string, mostElements: number): FindingInFile[] => {
  const findings: FindingInFile[] = [];
  const root = parseXml(text, (finding) => findings.push(finding), mostElements);
  expect(root === null).toBe(findings.length > 0);
  return findings;
};

describe('a tree of XML', () => {
  it('has as many elements as are allowed, whatever text is between them', () => {
    expect(findingsOf('<a>x<b/>y<!-- z --><b/>\n</a>', 3)).toEqual([]);
    expect(findingsOf('<a>\n<b/><b/>\n<b/></a>', 3)).toEqual([
      { line: 3, key: null, message: 'holds more than 3 elements' },
    ]);
  });

  it('has its elements in their order', () => {
    const root = parseXml('<a><b/>x<c/></a>', fail);
    expect(root && elementsIn(root).map(({ tag }) => tag.name)).toEqual(['b', 'c']);
  });
});

function fail(finding: FindingInFile): never {
  throw new Error(finding.message);
}
