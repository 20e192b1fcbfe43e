/** The byte order mark with which spreadsheet programs recognise UTF-8. */
export const csvByteOrderMark = '\ufeff';

/** Returns the separator that spreadsheet programs expect: a semicolon where the decimal sign is a comma. */
export const getCsvSeparatorForLocale = (locale: string): ',' | ';' =>
  new Intl.NumberFormat(locale).formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',')
    ? ';'
    : ',';

/** Returns the decimal mark of numbers in a CSV file with the separator that `getCsvSeparatorForLocale` returns. */
export const getCsvDecimalMark = (locale: string): '.' | ',' => (getCsvSeparatorForLocale(locale) === ';' ? ',' : '.');

/**
 * Formats one row of a CSV file (RFC 4180). A cell that a spreadsheet program could run as a formula begins with an
 * apostrophe, because email addresses and messages are untrusted input. A cell that begins with an apostrophe gets
 * another one, so that `removeCsvFormulaApostrophe` returns the original text of every cell.
 * @param separator A semicolon for readers whose spreadsheet programs use the comma as decimal sign.
 */
export const formatCsvRow = (cells: readonly string[], separator: ',' | ';' = ','): string =>
  `${cells.map(formatCell).join(separator)}\r\n`;

function formatCell(text: string): string {
  const safe = /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the apostrophe that `formatCsvRow` has added to a cell. */
export const removeCsvFormulaApostrophe = (cell: string): string =>
  /^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell;
