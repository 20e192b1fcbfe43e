import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TooManyFileRowsError } from '#server/api/admin/product-import/imported-file-product.ts';
import {
  decodeTextFileInParts,
  readCsvRows,
  readJsonProducts,
  readProductFile,
} from '#server/api/admin/product-import/read-product-file.ts';
import { formatCsvRow, removeCsvFormulaApostrophe } from '#shared/format-csv-row.ts';

/** Splits a text into parts of one to seven characters, as the chunks of an upload could be. */
const inParts = (text: string): string[] => text.match(/[\s\S]{1,7}/g) ?? [];

describe('readCsvRows and formatCsvRow', () => {
  test('read back every cell that was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', "'", ',', ';', '=', '\n', '\t', '-', '@', 'é') });
    const table = fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, fc.constantFrom(',' as const, ';' as const), (rows, delimiter) => {
        const text = rows.map((row) => formatCsvRow(row, delimiter)).join('');
        const read = [...readCsvRows(inParts(text), delimiter)].map(({ cells }) =>
          cells.map(removeCsvFormulaApostrophe),
        );
        expect(read).toEqual(rows);
      }),
    );
  });

  test('write no cell that a spreadsheet program runs as a formula', () => {
    expect(formatCsvRow(['=1+1', '-2', '@x', "'quoted"])).toBe("'=1+1,'-2,'@x,''quoted\r\n");
  });

  test('count the lines of quoted cells and skip empty lines', () => {
    const rows = [...readCsvRows(['a,b\n\n"one\ntwo",c\nd,e'], ',')];
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  test.each([
    ['a quoted cell that does not end', 'a,"b\nc'],
    ['a row of 201 cells', 'a,'.repeat(201)],
  ])('refuse %s', (_title, text) => {
    expect(() => [...readCsvRows([text], ',')]).toThrow('unreadable file, line 1');
  });
});

describe('readJsonProducts', () => {
  test('reads the elements of an array with their lines', () => {
    const text = '[\n{"slug":"a","name":"]{\\"","variants":[{"price":1}]},\n{"slug":"b"}\n]';
    expect([...readJsonProducts(inParts(text))]).toEqual([
      { line: 2, fields: { slug: 'a', name: ']{"' }, variants: [{ line: 2, fields: { price: 1 } }] },
      { line: 3, fields: { slug: 'b' }, variants: [] },
    ]);
  });

  test.each([
    ['text between the elements', '[{"a":1} x]', 1],
    ['an array that does not end', '[\n{"a":1}', 2],
    ['an element that is no JSON', '[\n{"a":}]', 2],
  ])('refuses %s', (_title, text, line) => {
    expect(() => [...readJsonProducts([text])]).toThrow(`line ${line}`);
  });
});

describe('readProductFile', () => {
  const read = (text: string) => [...readProductFile(Buffer.from(text)).records];

  test('reads the variants of a product from rows with the same id, the same slug or neither', () => {
    const rows = 'id;slug;variant.price\n1;a;12,5\n1;;13\n;b;14\n;;15\n;c;';
    expect(read(rows).map(({ line, variants }) => [line, variants.map(({ fields }) => fields.price)])).toEqual([
      [2, [12.5, 13]],
      [4, [14, 15]],
      [6, []],
    ]);
  });

  test('reads Windows-1252, in which French spreadsheet programs save by default', () => {
    expect([...decodeTextFileInParts(Buffer.from([0x43, 0x75, 0x76, 0xe9, 0x65]))].join('')).toBe('Cuvée');
  });

  test('skips rows of empty cells, with which spreadsheet programs end a file', () => {
    expect(read(`slug;variant.price\na;1\n${';\n'.repeat(600)}`).map(({ variants }) => variants.length)).toEqual([1]);
  });

  const pricesOf = (count: number) => `slug,variant.price\na,1\n${',2\n'.repeat(count - 1)}`;

  test('reads a product with 500 variants', () => {
    expect(read(pricesOf(500))[0]?.variants).toHaveLength(500);
  });

  test.each([
    ['CSV', pricesOf(501), 2],
    ['CSV without variants', `slug,variant.price\n${'a,\n'.repeat(501)}`, 2],
    ['JSON', `\n[{"variants":[${Array(501).fill('{}')}]}]`, 2],
  ])('refuses a product with more than 500 variants as %s before it reads the rest', (_title, text, line) => {
    expect(() => read(text)).toThrow(`too many variants, line ${line}`);
  });

  test('stops at 60,001 empty lines', () => {
    expect(() => read(`slug\n${'\n'.repeat(60_001)}`)).toThrow(TooManyFileRowsError);
  });

  test('stops at row 60,001', () => {
    const { records } = readProductFile(Buffer.from(`slug\n${'a\nb\n'.repeat(40_000)}`));
    let count = 0;
    expect(() => {
      for (const _record of records) count++;
    }).toThrow(TooManyFileRowsError);
    expect(count).toBeLessThanOrEqual(60_000);
  });

  test('names unknown columns', () => {
    expect(readProductFile(Buffer.from('slug,colour\na,red')).header?.unknownColumns).toEqual(['colour']);
  });
});
