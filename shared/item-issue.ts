/**
 * The kinds of things to which an item can refer. Some kinds also name a condition: a `collection address` is one where
 * orders can be collected.
 */
export type ReferenceKind =
  | 'address'
  | 'blog folder'
  | 'bottle'
  | 'collection address'
  | 'country'
  | 'file'
  | 'form'
  | 'meal icon'
  | 'newsletter list'
  | 'page'
  | 'page entry'
  | 'parent folder'
  | 'product'
  | 'tag'
  | 'variation';

type IssuePath = readonly (string | number)[];

export interface UnknownReference {
  refusal: 'unknown_reference';
  path: IssuePath;
  kind: ReferenceKind;
  value: string | number;
}

/** Names the item that has a value: by its key, or by its place in a site's folder. */
export type ValueOwner = string | number;

export interface TakenValue {
  refusal: 'already_exists';
  path: IssuePath;
  value: string | number;
  owner: ValueOwner;
}

/** A violation of a rule between items of a site. A save refuses the item; an import reports the file and the path. */
export type ItemIssue = UnknownReference | TakenValue;

export interface ReferenceTargets<Value> {
  has: (value: Value) => boolean;
}

export const findIssuesOfReference = <Value extends string | number>(
  kind: ReferenceKind,
  path: IssuePath,
  value: Value,
  known: ReferenceTargets<Value>,
): UnknownReference[] => (known.has(value) ? [] : [{ refusal: 'unknown_reference', path, kind, value }]);

/** @param path The path of the list, without the index of a value. */
export const findIssuesOfReferences = <Value extends string | number>(
  kind: ReferenceKind,
  path: IssuePath,
  values: readonly Value[],
  known: ReferenceTargets<Value>,
): UnknownReference[] => values.flatMap((value, index) => findIssuesOfReference(kind, [...path, index], value, known));

/** @param owners The other items by the values that they have. */
export function findTakenValueIssues<Value extends string | number>(
  path: IssuePath,
  value: Value,
  owners: ReadonlyMap<Value, ValueOwner>,
): TakenValue[] {
  const owner = owners.get(value);
  return owner === undefined ? [] : [{ refusal: 'already_exists', path, value, owner }];
}
