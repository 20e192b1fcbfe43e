import { expect, test } from 'vitest';
import { parseId } from '#shared/ids/parse-id.ts';

test.each([
  ['3', 3],
  ['2147483647', 2_147_483_647],
])('parseId reads %j', (text, id) => expect(parseId(text)).toBe(id));

test.each([undefined, '0', '03', '007', '-1', '1e3', '1.5', '٣', ' 1', '3x', '2147483648', '99999999999', 'x', ''])(
  'parseId returns null for %j',
  (text) => expect(parseId(text)).toBeNull(),
);
