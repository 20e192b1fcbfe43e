import { expect, test } from 'vitest';
import { toProductFileIssues } from '#client/admin/catalogue/import/ProductImportScreen.tsx';

test('toProductFileIssues splits line and column', () => {
  expect(toProductFileIssues({ '49999.variant.price': 'Too low' })).toEqual([
    { line: '49999', column: 'variant.price', message: 'Too low' },
  ]);
});
