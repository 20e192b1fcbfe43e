import { expect, test } from 'vitest';
import { lineBatch } from '#server/storefront/cache/line-batch.ts';

const rest = (text: string) => Buffer.from(`,"page":${JSON.stringify(text)}}\n`);
const parse = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { time: number; page: string });

test('lines come out whole, in order, each with its moment', () => {
  const written: string[] = [];
  const batch = lineBatch((lines) => written.push(lines));
  for (let i = 0; i < 5_000; i++) batch.add(1_000 + (i >> 3), rest(`/page-${i}`));
  batch.flush();
  const lines = parse(written.join(''));
  expect(lines).toHaveLength(5_000);
  expect(lines[4_999]).toEqual({ level: 30, time: 1_624, page: '/page-4999' });
  expect(written.length).toBeLessThan(20);
});

test('a quiet server’s line is written soon', async () => {
  const written: string[] = [];
  const batch = lineBatch((lines) => written.push(lines));
  batch.add(1, rest('/é'));
  expect(written).toEqual([]);
  await expect.poll(() => parse(written.join('') || '{}')[0]?.page).toBe('/é');
});

test('a line beyond all bounds is written by itself', () => {
  const written: string[] = [];
  const batch = lineBatch((lines) => written.push(lines));
  batch.add(1, rest('/short'));
  batch.add(1, rest('x'.repeat(100_000)));
  expect(written.map((lines) => parse(lines).length)).toEqual([1, 1]);
});
