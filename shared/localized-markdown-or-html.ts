import { z } from 'zod';
import { Localized } from './localized.ts';

/** A formatted text in Markdown or HTML, which is stored as sanitised HTML. */
export const LocalizedMarkdownOrHtml = z.union([
  z.strictObject({ markdown: Localized }),
  z.strictObject({ html: Localized }),
]);
export type LocalizedMarkdownOrHtml = z.infer<typeof LocalizedMarkdownOrHtml>;
