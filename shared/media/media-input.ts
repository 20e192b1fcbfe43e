import { z } from 'zod';
import { Localized } from '../localized.ts';
import { mediaPathPattern } from './media-path.ts';

/** The description of a file to store. A file with an existing path replaces the stored one and keeps its id. */
export const MediaInput = z.strictObject({
  path: z.string().regex(mediaPathPattern, { error: 'a path such as "bottles/x.webp"' }),
  /** The display name, which defaults to the name of the file. */
  name: z.string().optional(),
  alt: Localized.default(''),
});
export type MediaInput = z.infer<typeof MediaInput>;
