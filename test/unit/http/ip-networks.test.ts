import { isPrivateAddress } from '../../../src/http/ip-networks';

it.each([
  ...['localhost', 'LOCALHOST', 'localhost.', 'api.localhost'],
  ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.'],
  ...['0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
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
