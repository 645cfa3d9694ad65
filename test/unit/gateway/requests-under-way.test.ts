import { RequestsUnderWay } from '../../../src/gateway/requests-under-way';

it('are so many of one operator, who then leaves room for the others', () => {
  const underWay = new RequestsUnderWay({ ofOne: 2, inAll: 3 });
  const [first] = [underWay.begin('olga'), underWay.begin('olga')];
  expect(() => underWay.begin('olga')).toThrow('olga has 2 requests under way. Wait for their answers.');
  const ivans = underWay.begin('ivan');
  expect(() => underWay.begin('mira')).toThrow('The gateway is busy. Try again in a moment.');
  ivans();
  first();
  underWay.begin('olga');
  underWay.begin('mira');
});
