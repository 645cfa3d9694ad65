/** docs/sandbox.md against what the sandbox knows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { plainYaml } from '../../../src/config/plain-yaml';
import { faultSubjects, faultActions } from '../../../src/sandbox/faults';
import { sandboxProfile } from '../../../src/sandbox/profile';
import { readingsById } from '../../../src/sandbox/readings/catalogue';

const page = readFileSync(join(__dirname, '../../../docs/sandbox.md'), 'utf8');
const examples = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) =>
  z.object({}).loose().parse(plainYaml(text)),
);

it('has only profiles that work', () => {
  expect(examples.length).toBeGreaterThan(4);
  for (const example of examples) expect(sandboxProfile.safeParse(example).error).toBeUndefined();
});

it('has an example of every fault', () => {
  const shown = examples.flatMap((example) => sandboxProfile.parse(example).faults);
  const kindOf = (on: string): string => (on.includes(' /') ? 'request' : (on.split(' ')[0] ?? ''));
  const missing = Object.entries(faultActions).flatMap(([kind, actions]) =>
    Object.keys(actions).filter(
      (action) => !shown.some((rule) => kindOf(rule.on) === kind && rule.do === action),
    ),
  );
  expect(missing).toEqual([]);
  expect(faultSubjects.work.filter((work) => !page.includes(`\`${work}\``))).toEqual([]);
});

it('has every reading, with an example that works', () => {
  const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim());
  const codes = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const rows = page.split('\n').filter((line) => line.startsWith('| [`'));
  const documented = rows.map((line) => {
    const [, id, , usual, others, example] = cells(line);
    const readings = plainYaml(codes(example)[0] ?? '');
    expect(sandboxProfile.safeParse({ readings }).error).toBeUndefined();
    expect(Object.keys(readings as object)).toEqual(codes(id));
    return [codes(id)[0], [...codes(usual), ...codes(others)]];
  });
  expect(Object.fromEntries(documented)).toEqual(readingsById);
});
