/** A setting as a form shows it: the stored value, and the text of its input. */
export interface SettingFormRow {
  name: string;
  text: string;
  value: unknown;
  /** The value before the form was opened, whose type an edited value keeps; an empty text for a new row. */
  stored: unknown;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const toSettingRows = (settings: unknown): SettingFormRow[] =>
  typeof settings === 'object' && settings !== null
    ? Object.entries(settings).map(([name, value]) => ({ name, value, stored: value, text: toText(value) }))
    : [];

/** Converts the rows of a form to settings. Rows without a name are left out. */
export const toSettings = (rows: readonly SettingFormRow[]): Record<string, unknown> =>
  Object.fromEntries(rows.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value]])));

/**
 * Parses a typed value. `true` and `false` become booleans unless the setting was a text, and a setting that was a
 * number stays one if the text is a number. Lists and objects are typed in JSON. All other values become texts.
 */
export function parseSettingRowInput(text: string, stored: unknown): Pick<SettingFormRow, 'text' | 'value'> {
  if (stored === null && text === 'null') return { text, value: null };
  if (getNestedKind(stored) !== null) return { text, value: parseJson(text) ?? text };
  if (typeof stored !== 'string' && (text === 'true' || text === 'false')) return { text, value: text === 'true' };
  if (typeof stored === 'number' && text.trim() !== '' && Number.isFinite(Number(text)))
    return { text, value: Number(text) };
  return { text, value: text };
}

type NestedKind = 'list' | 'object';

/** Returns the kind that a list or an object must keep if its typed value is of another kind, otherwise null. */
export function findSettingKindMismatch({
  value,
  stored,
}: Pick<SettingFormRow, 'value' | 'stored'>): NestedKind | null {
  const kind = getNestedKind(stored);
  return kind !== null && getNestedKind(value) !== kind ? kind : null;
}

function getNestedKind(value: unknown): NestedKind | null {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null ? 'object' : null;
}

/** Parses a text in JSON; undefined if it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
