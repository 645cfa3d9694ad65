import { isCrossSite } from '../../../../src/http/cross-site';
import { trustedAddresses } from '../../../../src/http/ip-networks';

const own = 'console.example:8088';

describe('a request that changes something', () => {
  it.each([
    ['the page itself', { 'sec-fetch-site': 'same-origin', origin: 'https://console.example:8088' }],
    [
      'the page behind a proxy that renames the host',
      { 'sec-fetch-site': 'same-origin', origin: 'https://x.example' },
    ],
    ['the page in a browser that only tells the origin', { origin: `http://${own}` }],
    ['the page behind TLS that ends before us', { origin: `https://${own}` }],
    ['no browser', {}],
  ])('comes from here if it is of %s', (_what, headers) => {
    expect(isCrossSite(headers, own)).toBe(false);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: `http://${own}` }],
    ['a sibling of our site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.console.example' }],
    ['another origin, from a browser that only tells that', { origin: 'https://evil.example' }],
    ['another port of this host', { origin: 'http://console.example:9999' }],
    ['a host that begins like ours', { origin: `http://${own}.evil.example` }],
    ['a sandboxed frame', { origin: 'null' }],
    ['an origin that is none', { origin: own }],
  ])('comes from elsewhere if it is of %s', (_what, headers) => {
    expect(isCrossSite(headers, own)).toBe(true);
  });
});

describe('the addresses of a proxy', () => {
  const isProxy = trustedAddresses(['10.0.0.5', '192.168.7.0/24', 'fd00::1', '2001:db8::/32']);

  it.each([
    '10.0.0.5',
    '::ffff:10.0.0.5',
    '192.168.7.255',
    'fd00::1',
    'fd00:0:0::1',
    '2001:db8:1::9',
    'fd00::1%eth0',
  ])('hold %s', (address) => {
    expect(isProxy(address)).toBe(true);
  });

  it.each([
    '10.0.0.6',
    '::ffff:10.0.0.6',
    '192.168.8.1',
    'fd00::2',
    '127.0.0.1',
    '',
    'x',
    '10.0.0.5, 1.2.3.4',
    undefined,
  ])('do not hold %s', (address) => {
    expect(isProxy(address)).toBe(false);
  });

  it('are nobody where none are named', () => {
    expect(trustedAddresses([])('127.0.0.1')).toBe(false);
  });
});
