import type { XmlBounds } from '../../../src/source/formats/xml-events';
import type { FindingInFile } from '../../../src/source/input-error';
import { elementsIn, parseXml } from '../../../src/source/formats/xml-tree';

const findingsOf = (text: string, most: Partial<XmlBounds>): FindingInFile[] => {
  const findings: FindingInFile[] = [];
  const bounds = { elements: Infinity, brackets: Infinity, attributes: Infinity, ...most };
  const root = parseXml(text, (finding) => findings.push(finding), bounds);
  expect(root === null).toBe(findings.length > 0);
  return findings;
};

describe('a tree of XML', () => {
  it('has as many elements as are allowed, whatever text is between them', () => {
    expect(findingsOf('<a>x<b/>y<!-- z --><b/>\n</a>', { elements: 3 })).toEqual([]);
    expect(findingsOf('<a>\n<b/><b/>\n<b/></a>', { elements: 3 })).toEqual([
      { line: 3, key: null, message: 'holds more than 3 elements' },
    ]);
  });

  it('has as many tags and attributes as are allowed, and no endless text except in Base64', () => {
    expect(findingsOf('<a><b/><b/></a>', { brackets: 4 })).toEqual([]);
    expect(findingsOf('<a><b/><b/></a>', { brackets: 2 })).toMatchObject([
      { message: 'holds more than 2 tags' },
    ]);
    expect(findingsOf('<a c=""><b d="" e=""/></a>', { attributes: 3 })).toEqual([]);
    expect(findingsOf('<a c="">\n<b d="" e=""/></a>', { attributes: 2 })).toMatchObject([
      { message: 'holds more than 2 attributes' },
    ]);
    expect(findingsOf('<a c= "">\n<b d= "" e= ""/></a>', { attributes: 2 })).toMatchObject([
      { line: 2, message: 'holds more than 2 attributes' },
    ]);
    expect(findingsOf(`<a>${'x'.repeat(5_000_000)}</a>`, {})).toEqual([]);
    expect(findingsOf(`<a>${'x'.repeat(40_000_000)}</a>`, {})).toMatchObject([
      { message: 'has more than 4 MB without a tag' },
    ]);
    expect(findingsOf(`<a>${'&lt;'.repeat(2_000_000)}</a>`, {})).toMatchObject([
      { message: 'has more than 4 MB without a tag' },
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
