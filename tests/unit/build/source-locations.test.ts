import { expect, test } from 'vitest';
import { locateSources } from '../../../tools/build/source-locations.ts';

const path = '../../server/api/pdf/worker-pool.ts';

test.each([
  [
    "new Worker(new URL('./pdf-worker.ts', import.meta.url))",
    `new Worker(new URL('./pdf-worker.ts', new URL("${path}", import.meta.url).href))`,
  ],
  ["join(import.meta.dirname, '../dist')", `join((import.meta.dirname + "/../../server/api/pdf"), '../dist')`],
  ['if (import.meta.main) extname(import.meta.filename)', 'if (import.meta.main) extname(import.meta.filename)'],
  [
    'a(import.meta.url, import.meta.dirname)',
    `a(new URL("${path}", import.meta.url).href, (import.meta.dirname + "/../../server/api/pdf"))`,
  ],
])('a bundled module finds what lies beside its source: %s', (code, expected) => {
  expect(locateSources(code, path)).toBe(expected);
});
