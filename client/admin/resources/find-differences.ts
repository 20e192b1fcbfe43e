/** A field in which two versions of an item differ. */
export interface FieldDifference {
  /** Path of the field, such as `variants.0.price`. */
  field: string;
  mine: unknown;
  theirs: unknown;
}

const toText = (value: unknown): string => JSON.stringify(value ?? null);

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  (!Array.isArray(value) || value.some((entry) => typeof entry === 'object' && entry !== null));

/** Returns the text of a formatted text, which is stored as its only property, and any other value unchanged. */
function unwrapFormattedText(value: unknown): unknown {
  if (!isBranch(value)) return value;
  const [[format, text] = [], ...others] = Object.entries(value);
  return others.length === 0 && (format === 'html' || format === 'markdown') ? text : value;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || toText(value) === '[]';

/**
 * Returns the fields in which two versions of an item differ, also those of its entries, without ids and the fields that
 * the panel adds. If one version has a text for each language and the other one text for all, the field is one difference.
 */
export function findDifferences(mine: unknown, theirs: unknown, path = ''): FieldDifference[] {
  const own = unwrapFormattedText(mine);
  const other = unwrapFormattedText(theirs);
  if (toText(own) === toText(other)) return [];
  const ownFields = isEmpty(own) ? {} : own;
  const otherFields = isEmpty(other) ? {} : other;
  const isComparedWhole = isEmpty(own) && isEmpty(other);
  if (isComparedWhole || !isBranch(ownFields) || !isBranch(otherFields))
    return [{ field: path, mine: own, theirs: other }];
  return [...new Set([...Object.keys(otherFields), ...Object.keys(ownFields)])]
    .filter((field) => !field.startsWith('$') && field !== 'id')
    .flatMap((field) =>
      findDifferences(ownFields[field], otherFields[field], path === '' ? field : `${path}.${field}`),
    );
}
