import { decodeTextFileInParts } from './decode-text-file-in-parts.ts';
import type { ImportedFileProduct } from './imported-file-product.ts';
import { readCsvHeader, readCsvProducts } from './read-csv-products.ts';
import { readJsonProducts } from './read-json-products.ts';

interface ProductFile {
  records: Iterable<ImportedFileProduct>;
  unknownColumns: readonly string[];
}

/** Reads a file of products, which is JSON if its first character after white space is `[`, otherwise CSV. */
export function readProductFile(file: Buffer): ProductFile {
  const [start = ''] = decodeTextFileInParts(file);
  if (/^[\ufeff\s]*\[/.test(start))
    return { records: readJsonProducts(decodeTextFileInParts(file)), unknownColumns: [] };
  const header = readCsvHeader(start);
  return { records: readCsvProducts(decodeTextFileInParts(file), header), unknownColumns: header.unknownColumns };
}
