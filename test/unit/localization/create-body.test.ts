import { createBody } from '../../../src/localization/create-body';
import fc from '../../support/fast-check';

const task = { client_task_id: 'c', name: 'n', target_languages: ['ja'] };
const text = fc.string({ unit: 'binary' });
const parts = fc.array(fc.array(fc.record({ string_id: text, content: text })));

async function* comingIn<Part>(all: readonly Part[]): AsyncGenerator<Part> {
  for (const part of all) {
    await Promise.resolve();
    yield part;
  }
}

describe('the body of the create call', () => {
  it('is the same JSON, however its strings come', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (these) => {
        const whole = { ...task, strings: these.flat() };
        const inParts = await createBody({ ...task, strings: comingIn(these) }, {});
        expect(JSON.parse(inParts.toString())).toEqual(whole);
        expect(inParts).toEqual(await createBody(whole, {}));
      }),
    );
  });

  it('has no strings where the service fetches them', async () => {
    const fetched = { ...task, xlsx_url: 'https://files.example/strings.xlsx' };
    expect(JSON.parse((await createBody(fetched, {})).toString())).toEqual(fetched);
  });
});
