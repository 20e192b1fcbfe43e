/** A setting as a form shows it: the stored value, and the text of its input. */
export interface SettingFormRow {
  name: string;
  text: string;
  value: unknown;
  /** The value before the form was opened, on whose type `parseSetting` depends; a text for a new row. */
  stored: unknown;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Converts the settings of a service to the rows of a form. */
export const toSettingRows = (settings: unknown): SettingFormRow[] =>
  typeof settings === 'object' && settings !== null
    ? Object.entries(settings).map(([name, value]) => ({ name, value, stored: value, text: toText(value) }))
    : [];

/** Converts the rows of a form to settings. Rows without a name are left out. */
export const toSettings = (rows: readonly SettingFormRow[]): Record<string, unknown> =>
  Object.fromEntries(rows.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value]])));

/**
 * Parses a typed value. `true` and `false` become booleans unless the setting was a text, and a setting that was a
 * number stays one if the text is a number. All other values become texts.
 */
export function parseSetting(text: string, stored: unknown): Pick<SettingFormRow, 'text' | 'value'> {
  if (typeof stored !== 'string' && (text === 'true' || text === 'false')) return { text, value: text === 'true' };
  if (typeof stored === 'number' && text.trim() !== '' && Number.isFinite(Number(text)))
    return { text, value: Number(text) };
  return { text, value: text };
}
