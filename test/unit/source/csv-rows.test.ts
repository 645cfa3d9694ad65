import { readCsvRows } from '../../../src/source/formats/csv-rows';
import { MOST_FINDINGS, type FindingInFile } from '../../../src/source/input-error';

describe('rows of CSV', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('that end in %s have as many cells as are allowed', (_name, end) => {
    const findings: FindingInFile[] = [];
    const read = (text: string) => readCsvRows(text, (finding) => findings.push(finding), { mostCells: 4 });
    expect(read(`a,b${end}c,d${end}`)).toHaveLength(2);
    expect(findings).toEqual([]);
    expect(read(`a,b${end}c,d${end}e`)).toHaveLength(3);
    expect(read(`a,b${end}c,d${end}e,f`)).toBeNull();
    expect(findings).toEqual([{ line: null, key: null, message: 'has more than 4 cells and lines' }]);
  });

  it('are as many as are allowed', () => {
    const report = jest.fn();
    expect(readCsvRows('a,b\nc,d\n', report, { mostRows: 2 })).toHaveLength(2);
    expect(report).not.toHaveBeenCalled();
    expect(readCsvRows('a,b\nc,d\ne,f\n', report, { mostRows: 2 })).toBeNull();
    const message = 'is beyond the 2 rows that a file may have';
    expect(report).toHaveBeenCalledWith({ line: 3, key: null, message });
  });

  it('are no wider than is allowed, and separators in quotes do not count', () => {
    const report = jest.fn();
    expect(readCsvRows('a,b,c\n"d,d\n,,,,d",e\n', report, { mostColumns: 3 })).toHaveLength(2);
    expect(report).not.toHaveBeenCalled();
    expect(readCsvRows('a,b,c\r\n"d\r\nd",e\r\nf,,,\r\n', report, { mostColumns: 3 })).toBeNull();
    const message = 'has more than the 3 columns that a file may have';
    expect(report).toHaveBeenCalledWith({ line: 4, key: null, message });
  });

  it('of nothing but separators are refused before they are taken apart', () => {
    const report = jest.fn();
    expect(readCsvRows(','.repeat(5_000_000), report)).toBeNull();
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ line: 1 }));
  });

  it('are left out after more of a greater length than anyone is told of', () => {
    const report = jest.fn();
    const rows = readCsvRows(`a,b\nc,d\n${'e,f,g\n'.repeat(MOST_FINDINGS + 10)}f,g\n`, report);
    expect(rows).toHaveLength(2 + MOST_FINDINGS);
    expect(report).not.toHaveBeenCalled();
  });
});
