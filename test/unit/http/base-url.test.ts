import { apiUrl, baseUrlFault } from '../../../src/http/base-url';

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
