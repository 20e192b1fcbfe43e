import type { Localized } from '#shared/localized.ts';

/** A file of a site's folder: a text, or a stored file by the SHA-256 of its content. */
export type ExportedFile = { path: string } & ({ text: string } | { hash: string });

/** @param path Path below content/ */
export const toJsonFile = (path: string, value: unknown): ExportedFile => ({
  path: `content/${path}`,
  text: `${JSON.stringify(value, null, 2)}\n`,
});

/** The files of a text, and the value of the field `markdown` of its item: one path, or one for each language. */
export interface MarkdownField {
  markdown: Localized;
  files: ExportedFile[];
}

/**
 * Converts a text to one file for each of its languages. HTML is valid Markdown, and an import renders it unchanged.
 * @param path Path below content/ without the extension.
 */
export function toMarkdownField(path: string, html: Localized): MarkdownField {
  if (typeof html === 'string') {
    const file = `${path}.md`;
    return { markdown: file, files: [{ path: `content/${file}`, text: `${html}\n` }] };
  }
  const paths = Object.keys(html).map((lang) => [lang, `${path}.${lang}.md`] as const);
  const texts: Record<string, string> = html;
  return {
    markdown: Object.fromEntries(paths),
    files: paths.map(([lang, file]) => ({ path: `content/${file}`, text: `${texts[lang] ?? ''}\n` })),
  };
}
