import { z } from 'zod';
import { languages } from '#shared/languages.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';

export const MediaPathSchema = z
  .string()
  .regex(mediaPathPattern, { error: 'a path below media/, such as "bottles/x.webp"' });

const markdownPath = z
  .string()
  .regex(/^([\w-][\w.-]*\/)*[\w-][\w.-]*\.md$/, { error: 'a path below content/, such as "pages/x.md"' });

/** The path of a Markdown file, or one path for each language. */
export const LocalizedMarkdownPathSchema = z.union([markdownPath, z.partialRecord(z.enum(languages), markdownPath)]);
