import { apiUrl, baseUrlFault } from '../../../src/http/base-url';
import { isInsideAddress, isPrivateAddress } from '../../../src/http/ip-networks';

describe('base url', () => {
  describe('a base address', () => {
    it.each([
      'http://localhost:8080',
      'https://l10n.example',
      'https://host.example/tenant-7/',
      'http://[::1]:80',
    ])('may be %s', (text) => {
      expect(baseUrlFault(text)).toBeNull();
    });

    it.each([
      ['', 'is not a URL'],
      ['l10n.example', 'is not a URL'],
      ['http://', 'is not a URL'],
      ['http://host:99999', 'is not a URL'],
      ['ftp://host', 'must start with http:// or https://'],
      ['localhost:8080', 'must start with http:// or https://'],
      ['https://user@host', 'must not contain a user name or password'],
      ['https://user:hunter2@host', 'must not contain a user name or password'],
      ['https://host/?key=hunter2', 'must not have a query or fragment'],
      ['https://host/#part', 'must not have a query or fragment'],
      ['https://host/?', 'must not have a query or fragment'],
      ['https://host#', 'must not have a query or fragment'],
    ])('may not be "%s": it %s', (text, fault) => {
      expect(baseUrlFault(text)).toBe(fault);
      expect(() => apiUrl(text, '/api/v1')).toThrow(new TypeError(`base URL ${fault}`));
    });

    it('is not repeated in the error, since it may hold a password', () => {
      expect(() => apiUrl('https://user:hunter2@host', '/api/v1')).toThrow(/^(?!.*hunter2)/);
    });
  });

  describe('the address of an API', () => {
    it.each([
      ['https://host', 'https://host/api/v1'],
      ['https://host/', 'https://host/api/v1'],
      ['https://host///', 'https://host/api/v1'],
      ['https://host:8443/tenant-7', 'https://host:8443/tenant-7/api/v1'],
      ['https://host/tenant-7/', 'https://host/tenant-7/api/v1'],
      ['https://host//tenant', 'https://host//tenant/api/v1'],
      ['https://host/tenant\n', 'https://host/tenant/api/v1'],
      ['HTTPS://Host', 'https://host/api/v1'],
    ])('below %j is %s', (base, address) => {
      expect(apiUrl(base, '/api/v1').href).toBe(address);
    });
  });
});

describe('ip networks', () => {
  it.each([
    ...['localhost', 'LOCALHOST', 'localhost.', 'api.localhost'],
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.'],
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
    ],
    ...['[::1]', '[::]', '[fc00::1]', '[fd12:3456::1]', '[fe80::1]'],
    ...['[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[::ffff:192.168.0.1]'],
  ])('%s is private', (host) => {
    expect(isPrivateAddress(new URL(`http://${host}/`))).toBe(true);
  });

  it.each([
    ...['example.com', 'localhost.example.com', '8.8.8.8', '172.32.0.1', '192.169.0.1', '11.0.0.1'],
    ...['[2606:4700::1111]', '[::ffff:8.8.8.8]', '134744072'],
  ])('%s is public', (host) => {
    expect(isPrivateAddress(new URL(`http://${host}/`))).toBe(false);
  });

  it.each([
    ...['224.0.0.1', '255.255.255.255', '240.0.0.1', '198.18.0.1', '192.0.0.8'],
    ...[
      'ff02::1',
      '64:ff9b::a00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:0:1::',
      '::7f00:1',
      '::ffff:7f00:1',
      '::ffff:0:127.0.0.1',
      '::ffff:0:a00:1',
      'fe80::1%eth0',
    ],
  ])('the address %s is not on the Internet', (address) => {
    expect(isInsideAddress(address)).toBe(true);
  });

  it.each([
    '9.9.9.9',
    '2620:fe::fe',
    '64:ff9b::808:808',
    '::ffff:808:808',
    '::ffff:0:808:808',
    'example.com',
  ])('%s may be', (address) => {
    expect(isInsideAddress(address)).toBe(false);
  });
});
