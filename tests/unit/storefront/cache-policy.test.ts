import { expect, test } from 'vitest';
import { cachePolicy } from '#server/storefront/pages/cache-policy.ts';

test.each([
  ['a page', 200, true, {}, true, true],
  ['a page that the renderer keeps back', 200, false, {}, false, false],
  ['a page that sets a cookie', 200, true, { 'Set-Cookie': 'a=b' }, false, false],
  ['a page that says no-store', 200, true, { 'Cache-Control': 'no-store' }, false, false],
  ['a page of one visitor', 200, true, { 'cache-control': 'private, max-age=0' }, false, false],
  ['a page not found, or a list beyond its end', 404, true, {}, false, true],
  ['a page not found that the renderer keeps back', 404, false, {}, false, true],
  ['a failure of the API', 503, false, { 'retry-after': '30' }, false, true],
  ['a defect', 500, true, {}, false, true],
  ['a failure with a cookie', 503, false, { 'set-cookie': 'a=b' }, false, false],
] as const)('%s', (_, status, cacheable, headers, store, share) => {
  expect(cachePolicy({ status, cacheable, headers, secret: false })).toEqual({ store, share });
});

test.each([200, 404, 500, 503])('a page at a secret address is for its visitor alone, also as a %i', (status) => {
  expect(cachePolicy({ status, cacheable: true, headers: {}, secret: true })).toEqual({ store: false, share: false });
});
