import { z } from 'zod';
import { languages } from '#shared/languages.ts';

/** A path below media/: at least one folder, and a file of a kind that we know. */
export const mediaPathForm = /^[\w-]+(\/[\w-][\w.-]*)*\/[\w-][\w.-]*\.(webp|jpe?g|png|svg|woff2|mp4|m4v)$/;

export const mediaPath = z.string().regex(mediaPathForm, { error: 'a path below media/, such as "bottles/x.webp"' });

const markdownPath = z
  .string()
  .regex(/^([\w-][\w.-]*\/)*[\w-][\w.-]*\.md$/, { error: 'a path below content/, such as "pages/x.md"' });

/** A Markdown file, or one for each language. */
export const Markdown = z.union([markdownPath, z.partialRecord(z.enum(languages), markdownPath)]);
