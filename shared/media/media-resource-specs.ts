import { z } from 'zod';
import { Id } from '#shared/input-fields.ts';
import { Localized } from '#shared/localized.ts';
import { defineResourceSpec } from '#shared/resource-spec.ts';

/** The description of a stored image. An upload of other bytes creates another image. */
const ImageInput = z.strictObject({ id: Id, name: z.string().min(1).max(200), alt: Localized });
export type ImageInput = z.infer<typeof ImageInput>;

/**
 * A stored font, video or PDF. None of its properties can be edited, because the weight and style of a font follow from its
 * name.
 */
const FileInput = z.strictObject({ id: Id });

const list = {
  fields: { name: 'text', path: 'text', type: 'text', bytes: 'number' },
  orders: ['id', 'name', 'path', 'bytes'],
} as const;

export const imageResourceSpec = defineResourceSpec({
  name: 'image',
  group: 'pages',
  key: 'id',
  keys: 'uploaded',
  input: ImageInput,
  list: { ...list, columns: ['name', 'path', 'type', 'bytes'] },
});

export const fileResourceSpec = defineResourceSpec({
  name: 'file',
  group: 'pages',
  key: 'id',
  keys: 'uploaded',
  input: FileInput,
  list: { ...list, columns: ['name', 'type', 'bytes'] },
});
