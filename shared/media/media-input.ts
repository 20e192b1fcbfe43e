import { z } from 'zod';
import { Localized } from '../localized.ts';
import { mediaPathPattern } from './media-path.ts';

/** The description of a stored file. A file under an existing path replaces that file and keeps its id. */
export const MediaInput = z.strictObject({
  path: z.string().regex(mediaPathPattern, { error: 'a path such as "bottles/x.webp"' }),
  /** By default the name of the file. */
  name: z.string().optional(),
  alt: Localized.default(''),
});
export type MediaInput = z.infer<typeof MediaInput>;
