import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#server/http/fetch-public-url.ts';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '93.184.215.14', '172.32.0.1', '2a00:1450:4007:80e::200e', '2606:4700::1111'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1'],
    ...['172.31.255.255', '192.0.0.8', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.7', '203.0.113.9'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '64:ff9b::7f00:1'],
    ...['64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', '3fff::1', 'fc00::1', 'fd12::1', 'fe80::1'],
    ...['fe80::1%eth0', '2a00:1450::1%eth0', 'ff02::1', '100::1', 'example.org', ''],
  ])('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false));
});
