/** Workbooks with strings: parts of them rewritten, or bytes of the whole changed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { ZipFile } from 'yazl';
import { InputError } from '../../../src/source/input-error';
import { readSource } from '../../../test/support/read-source';
import { damageOf, editsOf } from '../hostile';
import { TakenBadly, type Target } from '../fuzz-target';

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const parts = {
  'xl/workbook.xml': `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="s.xml"/>
<Relationship Id="r2" Type="${RELATIONS}/sharedStrings" Target="/xl/t.xml"/></Relationships>`,
  'xl/s.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
<row r="2"><c r="A2" t="inlineStr"><is><t>greeting</t></is></c><c r="B2" t="str"><f>A1</f><v>Hello_x000D_</v></c></row></sheetData></worksheet>`,
  'xl/t.xml': '<sst><si><t>string_id</t></si><si><r><t>content</t></r><rPh><t>x</t></rPh></si></sst>',
};

export async function workbooks(): Promise<Target> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-fuzz-'));
  const file = join(directory, 'strings.xlsx');
  const edited = fc
    .constantFrom(...Object.entries(parts))
    .chain(([name, right]) => editsOf(right).map((content) => ({ ...parts, [name]: content })));
  return {
    property: fc.asyncProperty(edited, fc.boolean(), fc.gen(), async (content, isDamaged, draw) => {
      const bytes = await zipped(isDamaged ? parts : content);
      await writeFile(file, isDamaged ? draw(damageOf, bytes) : bytes);
      try {
        await readSource(file);
      } catch (error) {
        if (error instanceof InputError) return;
        throw new TakenBadly('a workbook is not refused in our words', { cause: error });
      }
    }),
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

async function zipped(content: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(content)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}
