import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldedTextSql, textFilterSql } from '#server/api/database/filter-sql.ts';
import { foldText } from '#shared/fold-text.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();

/** Latin, Greek, Cyrillic and typographic blocks, whose decompositions are the same in all versions of Unicode. */
const blocks = [
  [0x01, 0x24f],
  [0x2b0, 0x36f],
  [0x370, 0x52f],
  [0x1e00, 0x206f],
  [0x20a0, 0x20bf],
  [0x3000, 0x3002],
  [0xfb00, 0xfb06],
  [0xfeff, 0xfeff],
  [0x1f347, 0x1f377],
] as const;
const character = fc.oneof(
  fc.constantFrom(...'ÉéèÇœŒæ’‘ \u00a0\u202f\t\n'),
  ...blocks.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
);
const text = fc.string({ unit: character, maxLength: 30 });

test('foldedTextSql folds every text exactly as foldText does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
      const { rows } = await db.execute<{ folded: string }>(sql`
        select ${foldedTextSql(sql`t.text`)} as folded
          from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as t(text, position)
         order by t.position`);
      expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText));
    }),
    { numRuns: 60 },
  );
});

test.each(['', 'lk:'] as const)('the operator "%s" finds a text by itself, whatever its spaces', async (operator) => {
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(' ', '\u00a0', '\u202f', '  '), async (name, space) => {
      const written = name.replace(/[^\S\ufeff]/g, space);
      const { rows } = await db.execute<{ isFound: boolean }>(
        sql`select ${textFilterSql(sql`${name}::text`, operator, written)} as "isFound"`,
      );
      expect(rows[0]?.isFound).toBe(true);
    }),
    { numRuns: 100 },
  );
});
