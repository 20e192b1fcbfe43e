import { expect, test } from 'vitest';
import { toPublicNetwork } from '#server/http/client-network.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['127.0.0.1', null],
  ['::ffff:10.1.2.3', null],
  ['192.168.1.1', null],
  ['100.64.0.1', null],
  ['::1', null],
  ['fd00::1', null],
  ['unknown', null],
])('toPublicNetwork of %s is %s', (address, network) => expect(toPublicNetwork(address)).toBe(network));
