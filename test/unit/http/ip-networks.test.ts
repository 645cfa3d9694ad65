import { isInsideAddress, isPrivateAddress } from '../../../src/http/ip-networks';

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

it.each(['9.9.9.9', '2620:fe::fe', '64:ff9b::808:808', '::ffff:808:808', '::ffff:0:808:808', 'example.com'])(
  '%s may be',
  (address) => {
    expect(isInsideAddress(address)).toBe(false);
  },
);
