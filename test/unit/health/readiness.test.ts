import { Readiness } from '../../../src/health/readiness';

const answers = (): Promise<void> => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('away'));
const hangs = (): Promise<void> => new Promise(() => undefined);

it('is without a fault where everything answers', async () => {
  expect(await new Readiness({ Temporal: answers, 'The store': answers }).fault()).toBeNull();
});

it('names what fails and what does not answer in time', async () => {
  const readiness = new Readiness({ Temporal: fails, 'The queue': answers, 'The store': hangs }, 50);
  expect(await readiness.fault()).toBe('Temporal does not answer. The store does not answer.');
});

it('asks what hangs only once, however often it is looked at', async () => {
  const ask = jest.fn(hangs);
  const readiness = new Readiness({ 'The store': ask }, 20);
  for (let look = 0; look < 5; look += 1) expect(await readiness.fault()).not.toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks anew once there was an answer', async () => {
  const ask = jest.fn(answers).mockImplementationOnce(fails);
  const readiness = new Readiness({ 'The store': ask });
  expect(await readiness.fault()).toBe('The store does not answer.');
  expect(await readiness.fault()).toBeNull();
});
