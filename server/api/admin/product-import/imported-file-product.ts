import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { Column } from './product-columns.ts';

/** The fields of a product or a variant that a file names. Fields that a file does not name stay unchanged. */
export type ImportedFields = Record<string, unknown>;

/** A variant of an imported product. `line` is that of its row in CSV, and that of its product in JSON. */
interface VariantRecord {
  line: number;
  fields: ImportedFields;
}

/** A product of an imported file. `line` is its first line. */
export interface ImportedFileProduct {
  line: number;
  fields: ImportedFields;
  variants: VariantRecord[];
  /** Cells that could not be read; absent in JSON, whose values have types. */
  issues?: UntranslatedIssue[];
}

export interface ProductFileIssue {
  line: number;
  column: string;
  message: string;
}

/** Thrown if a file is neither CSV nor JSON with the expected structure. `line` counts from 1. */
export class UnreadableProductFileError extends Error {
  readonly line: number;
  constructor(line: number, options?: ErrorOptions) {
    super(`unreadable file, line ${line}`, options);
    this.line = line;
  }
}

/** Thrown if a file has more rows than `productImportLimits.lines`. */
export class TooManyFileRowsError extends Error {}

/** Thrown if a product of a file has more variants than a product can have. `line` is the first line of the product. */
export class TooManyVariantsError extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`too many variants, line ${line}`);
    this.line = line;
  }
}

export interface CheckedRecord {
  record: ImportedFileProduct;
  /** The product to save. The ids of a new product and of new variants are placeholders if the file names none. */
  input: ProductInput;
  isNew: boolean;
  /** The stored product before the import; null for a new one. */
  stored: ImportedFields | null;
  /** The stored product as the input that saves it unchanged; null for a new one. */
  before: ProductInput | null;
  /** The revision of the stored product; 0 for a new one. */
  revision: number;
  isChanged: boolean;
  /** Indexes in `input.variants` of the variants that the import creates. */
  newVariants: ReadonlySet<number>;
  /** The line of each variant in the file; null for stored variants that the file does not name. */
  variantLines: readonly (number | null)[];
}

export type UntranslatedIssue = Omit<ProductFileIssue, 'message'> & {
  text:
    | 'field.unknown_item'
    | 'field.taken'
    | 'field.repeated'
    | 'field.archived_in_box'
    | 'field.ambiguous_number'
    | 'field.choice'
    | 'field.repeated_variant'
    | 'field.spreadsheet_number';
  value: string | number;
  /** Further values of the message. */
  values?: Readonly<Record<string, string | number>>;
  /** The column whose choices the message lists. */
  choices?: Column;
};

/** A cell with a group of three digits after its only mark, which is read as a fraction, such as `1,250` as 1.25. */
export interface AssumedNumber {
  line: number;
  column: string;
  cell: string;
  value: number;
  /** The two numbers that the cell may mean, as texts that have one meaning each. */
  alternatives: { whole: string; decimal: string };
}
