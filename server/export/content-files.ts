import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import { inputsToFileEntries } from '#server/api/resources/item-file.ts';
import type { ItemInput } from '#server/api/resources/resource.ts';
import { OperatorError } from '#server/operator-error.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import type { Localized } from '#shared/localized.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import type { SectionInput } from '#shared/site/page-input.ts';
import {
  externalAppResourceSpec,
  pageResourceSpec,
  pageTreeResourceSpec,
  parameterResourceSpec,
  popupResourceSpec,
  siteInfoResourceSpec,
  themeResourceSpec,
} from '#shared/site/site-resource-specs.ts';

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

export interface ExportedMedia {
  files: ExportedFile[];
  /** @throws OperatorError if the site has no such picture or file. */
  pathOf: (id: number) => string;
  pathOrNull: (id: number | null) => string | null;
}

export async function readExportedMedia(tx: SiteTx): Promise<ExportedMedia> {
  const pictures = await tx.select().from(images).orderBy(images.id);
  const others = await tx.select().from(files).orderBy(files.id);
  const paths = new Map([...pictures, ...others].map(({ id, path }) => [id, path]));
  const pathOf = (id: number): string => {
    const path = paths.get(id);
    if (path === undefined)
      throw new OperatorError(
        `The site refers to the picture or file ${id}, which has been deleted. Choose another one there, and export again.`,
        { exitCode: 65 },
      );
    return path;
  };
  return {
    files: [
      ...[...pictures, ...others].map(({ path, hash }) => ({ path: `media/${path}`, hash })),
      toJsonFile(
        'images.json',
        pictures.map(({ id, path, name, alt }) => ({ id, file: path, name, alt })),
      ),
    ],
    pathOf,
    pathOrNull: (id) => (id === null ? null : pathOf(id)),
  };
}

/** Returns the items of a resource that are exported, in the order of its list. */
export type ListExportedItems = <Input>(spec: ResourceSpec<Input>) => Input[];

/** Lists the files of the content that is not stored in one file per item, such as `tags.json` and `theme.json`. */
export const buildSiteFiles = (read: ListExportedItems, media: ExportedMedia): ExportedFile[] => [
  ...toSiteFiles(read, media),
  ...toItemFiles(read, media),
];

/** Returns the files with the items of a resource. */
const toItemFiles = (read: ListExportedItems, media: ExportedMedia): ExportedFile[] =>
  adminResourceSpecs.flatMap((spec) =>
    spec.file
      ? [
          toJsonFile(
            spec.file,
            inputsToFileEntries(spec, read(spec) as ItemInput[], (id) => media.pathOf(id)),
          ),
        ]
      : [],
  );

function toSiteFiles(read: ListExportedItems, media: ExportedMedia): ExportedFile[] {
  const [theme] = read(themeResourceSpec);
  const [info] = read(siteInfoResourceSpec);
  return [
    toJsonFile('site-info.json', info),
    toJsonFile('theme.json', {
      ...theme,
      fonts: theme?.fonts.map(({ name, files }) => ({ name, files: files.map(media.pathOf) })),
    }),
    toJsonFile(
      'parameters.json',
      Object.fromEntries(read(parameterResourceSpec).map(({ type, value }) => [type, value])),
    ),
    // The export contains no secrets, because the files of a site are often shared. An import of these files into the
    // same database keeps a secret that staff have entered, but deletes one that an earlier import wrote.
    toJsonFile(
      'external-apps.json',
      Object.fromEntries(read(externalAppResourceSpec).map(({ app, public: config }) => [app, { public: config }])),
    ),
    toJsonFile(
      'pages.json',
      read(pageResourceSpec).map(({ image, sections, ...page }) => ({
        ...page,
        image: media.pathOrNull(image),
        sections: sections.map((section) => toSectionOfFile(section, media)),
      })),
    ),
    toJsonFile(
      'popups.json',
      read(popupResourceSpec).map(({ body, image, ...popup }) => ({
        ...popup,
        text: 'html' in body ? body.html : '',
        image: media.pathOrNull(image),
      })),
    ),
    ...read(pageTreeResourceSpec).map(({ lang, entries }) => toJsonFile(`page-tree.${lang}.json`, entries)),
  ];
}

function toSectionOfFile(section: SectionInput, media: ExportedMedia): unknown {
  if (section.kind !== 'html') return withPaths(section, media);
  const { text, ...fields } = section;
  return { ...fields, html: 'html' in text ? text.html : '' };
}

/** Replaces every `{ "image": <id> }` by the path of the picture. */
function withPaths(value: unknown, media: ExportedMedia): unknown {
  if (Array.isArray(value)) return value.map((inner) => withPaths(inner, media));
  if (typeof value !== 'object' || value === null) return value;
  const { image, ...others } = value as Record<string, unknown>;
  if (typeof image === 'number' && Object.keys(others).length === 0) return media.pathOf(image);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPaths(inner, media)]));
}
