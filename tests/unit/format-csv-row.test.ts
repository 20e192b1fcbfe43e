import { expect, test } from 'vitest';
import { formatCsvRow } from '#shared/format-csv-row.ts';

test('formatCsvRow quotes cells with separators, quotes and line breaks', () => {
  expect(formatCsvRow(['a', 'b,c', 'say "hi"', 'x\ny', ''])).toBe('a,"b,c","say ""hi""","x\ny",\r\n');
});

test.each(['=1+1', '+33', '-1', '@SUM(A1)', '\tx', '\rx'])('formatCsvRow neutralises the formula %j', (text) => {
  expect(formatCsvRow([text])).toMatch(/^"?'/);
});
