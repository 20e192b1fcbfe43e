/** Formats a row key for messages: `[12]` becomes `12`. */
export const formatRowKey = (key: string): string => (JSON.parse(key) as unknown[]).map(String).join(' ');

const labelColumns = ['name', 'title', 'label', 'subject', 'code', 'slug'];

/** Returns the text by which staff recognise a row, in any of its languages. */
export function getRowLabel(row: Record<string, unknown>): string {
  for (const column of labelColumns) {
    const value = row[column];
    const text = typeof value === 'object' && value !== null ? Object.values(value)[0] : value;
    if (typeof text === 'string' && text !== '') return text;
  }
  return '';
}
