/** The byte order mark with which spreadsheet programs recognise UTF-8. */
export const csvByteOrderMark = '\ufeff';

/**
 * Formats one row of a CSV file (RFC 4180). A cell that a spreadsheet program could run as a formula begins with an
 * apostrophe, because email addresses and sentences come from strangers. A cell that begins with an apostrophe gets
 * another one, so that `restoreCsvCell` returns the original text of every cell.
 * @param delimiter French spreadsheet programs expect a semicolon.
 */
export const formatCsvRow = (cells: readonly string[], delimiter: ',' | ';' = ','): string =>
  `${cells.map(formatCell).join(delimiter)}\r\n`;

function formatCell(text: string): string {
  const safe = /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the apostrophe that `formatCsvRow` has added to a cell. */
export const restoreCsvCell = (cell: string): string => (/^'[=+\-@\t\r']/.test(cell) ? cell.slice(1) : cell);
