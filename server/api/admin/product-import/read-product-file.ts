import { decodeFile } from './decode-file.ts';
import type { ProductRecord } from './product-record.ts';
import { readCsvHeader, readCsvProducts } from './read-csv-products.ts';
import { readJsonProducts } from './read-json-products.ts';

interface ProductFile {
  records: Iterable<ProductRecord>;
  unknownColumns: readonly string[];
}

/** Reads a file of products, which is JSON if its first character after white space is `[`, otherwise CSV. */
export function readProductFile(file: Buffer): ProductFile {
  const [start = ''] = decodeFile(file);
  if (/^[\ufeff\s]*\[/.test(start)) return { records: readJsonProducts(decodeFile(file)), unknownColumns: [] };
  const header = readCsvHeader(start);
  return { records: readCsvProducts(decodeFile(file), header), unknownColumns: header.unknownColumns };
}
