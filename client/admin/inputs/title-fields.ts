import type { FieldSchemas } from './describe-field.ts';

/** The fields that may contain the title of an item, in the order in which they are tried. */
export const titleFieldNames = ['title', 'name', 'label'] as const;

/** Moves the slug behind the title from which it is derived. */
export function placeSlugAfterTitle(fields: FieldSchemas): FieldSchemas {
  const { slug, ...others } = fields;
  const title = titleFieldNames.find((name) => name in others);
  if (!slug || !title) return fields;
  return Object.fromEntries(
    Object.entries(others).flatMap((entry) => (entry[0] === title ? [entry, ['slug', slug] as const] : [entry])),
  );
}
