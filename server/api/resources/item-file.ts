import { z } from 'zod';
import { ListPosition, Picture } from '#shared/input-fields.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { unwrapSchema } from '#shared/unwrap-schema.ts';
import type { ItemInput } from './resource.ts';

export const MediaPath = z.string().regex(mediaPathPattern, { error: 'a path below media/, such as "bottles/x.webp"' });

/** An entry of a file: the input with the paths of pictures, without its position. */
export type FileEntry<Input> = {
  [Field in keyof Input as Field extends 'position' ? never : Field]: Field extends 'image'
    ? string | Extract<Input[Field], null>
    : Input[Field];
};

type FileSpec = Pick<ResourceSpec<unknown>, 'name' | 'input'>;

/** Returns the schemas of the fields of a resource's input. */
export function getInputFields({ name, input }: FileSpec): Readonly<Record<string, z.ZodType>> {
  if (!(input instanceof z.ZodObject)) throw new Error(`the input of ${name} has no fields`);
  return input.shape as Record<string, z.ZodType>;
}

const fieldsOf = (spec: FileSpec) =>
  Object.entries(getInputFields(spec)).map(([field, schema]) => ({ field, schema, kind: unwrapSchema(schema).schema }));

/** Returns the schema of the file with the items of a resource, without the rules between their fields. */
export const createFileSchema = (spec: FileSpec): z.ZodType<unknown[]> => z.array(createEntrySchema(spec));

/** Finds violations of the rules between the fields of entries that match the schema of their file. */
export function findRuleIssues(spec: FileSpec, entries: readonly unknown[]): readonly z.core.$ZodIssue[] {
  const checks = spec.input.def.checks ?? [];
  if (checks.length === 0) return [];
  const ruled = z.array(createEntrySchema(spec).check(...(checks as z.core.$ZodCheck<object>[])));
  return ruled.safeParse(entries).error?.issues ?? [];
}

function createEntrySchema(spec: FileSpec) {
  const shape = fieldsOf(spec).flatMap(({ field, schema, kind }) => {
    if (kind === ListPosition) return [];
    if (kind !== Picture) return [[field, schema] as const];
    const isOptional = kind !== schema;
    return [[field, isOptional ? MediaPath.nullable().default(null) : MediaPath] as const];
  });
  return z.strictObject(Object.fromEntries(shape));
}

/** Converts the entries of a file to the inputs of their items. */
export function fileEntriesToInputs(
  spec: FileSpec,
  entries: readonly ItemInput[],
  idOf: (path: string) => number,
): ItemInput[] {
  const fields = fieldsOf(spec);
  return entries.map((entry, index) =>
    Object.fromEntries(
      fields.map(({ field, kind }) => {
        if (kind === ListPosition) return [field, index];
        const value = entry[field];
        return [field, kind === Picture && typeof value === 'string' ? idOf(value) : value];
      }),
    ),
  );
}

/** Converts inputs to the entries of a file, in the order of the list. It is the inverse of `fileEntriesToInputs`. */
export function inputsToFileEntries(
  spec: FileSpec,
  items: readonly ItemInput[],
  pathOf: (id: number) => string,
): ItemInput[] {
  const fields = fieldsOf(spec).filter(({ kind }) => kind !== ListPosition);
  return items.map((item) =>
    Object.fromEntries(
      fields.map(({ field, kind }) => {
        const value = item[field];
        return [field, kind === Picture && typeof value === 'number' ? pathOf(value) : value];
      }),
    ),
  );
}
