/** A field in which two versions of an item differ. */
export interface FieldDifference {
  field: string;
  mine: unknown;
  theirs: unknown;
}

const toText = (value: unknown): string => JSON.stringify(value ?? null);

/** Returns the fields in which two versions of an item differ, without the fields that the panel adds. */
export function findDifferences(
  mine: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
): FieldDifference[] {
  const fields = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].filter(
    (field) => !field.startsWith('$') && field !== 'id',
  );
  return fields.flatMap((field) =>
    toText(mine[field]) === toText(theirs[field]) ? [] : [{ field, mine: mine[field], theirs: theirs[field] }],
  );
}
