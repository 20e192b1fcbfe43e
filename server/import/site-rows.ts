import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import { sanitiseHtml } from '#server/api/site/sanitise-html.ts';
import { externalAppRows } from '#server/api/site/save-external-app.ts';
import { logoRows } from '#server/api/site/save-logo.ts';
import { parameterRows } from '#server/api/site/save-parameters.ts';
import { siteInfoRows } from '#server/api/site/save-site-info.ts';
import { themeRows } from '#server/api/site/save-theme.ts';
import { pageEntries, pageSections, pages } from '#server/api/site/site-tables.ts';
import type { Lang } from '#shared/languages.ts';
import { mapLocalized } from '#shared/localized.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';
import type { ParameterInput } from '#shared/site/parameter-input.ts';
import type { ParameterType } from '#shared/site/parameter-types.ts';
import type { PageTreeEntry } from './content-schema.ts';
import type { PageSection } from './page-schema.ts';
import type { SiteContent } from './read-site-folder.ts';
import { type RowContext, readText, renderFile } from './row-context.ts';

export function siteRows(content: SiteContent, context: RowContext): TableRows[] {
  const { files, trees } = content;
  const theme = files['theme.json'];
  const fonts = theme.fonts.map(({ name, files: paths }) => ({ name, files: paths.map(context.idOf) }));
  return [
    ...parameterRows(parameterInputs(files['parameters.json'], context), context.findPicture),
    ...siteInfoRows(files['site-info.json']),
    ...themeRows({ ...theme, fonts }),
    ...logoRows(files['logos.json'].map(({ file, ...logo }) => ({ ...logo, image: context.idOf(file) }))),
    ...pageRows(files['pages.json'], context),
    rowsOf(
      pageEntries,
      Object.entries(trees).flatMap(([lang, tree]) => entryRows(tree, lang as Lang, null)),
    ),
    ...externalAppRows(Object.entries(files['external-apps.json']).map(([app, config]) => ({ app, ...config }))),
  ];
}

function parameterInputs(file: SiteContent['files']['parameters.json'], context: RowContext): ParameterInput[] {
  return Object.entries(file).map(([key, value]) => ({
    type: key as ParameterType,
    value: typeof value === 'object' && 'markdown' in value ? { markdown: readText(value.markdown, context) } : value,
  }));
}

function pageRows(list: SiteContent['files']['pages.json'], context: RowContext): TableRows[] {
  const sections = list.flatMap((page) =>
    page.sections.map((section, position) => ({ pageId: page.id, position, ...sectionRow(section, context) })),
  );
  const rows = list.map(({ id, title, type, image }) => ({ id, title, type, imageId: context.imageOf(image) }));
  return [rowsOf(pages, rows), rowsOf(pageSections, sections)];
}

function sectionRow(section: PageSection, context: RowContext) {
  if (section.kind === 'html') {
    const { id, kind, markdown, html = '' } = section;
    const text = markdown ? renderFile(markdown, context) : mapLocalized(html, sanitiseHtml);
    return { id, kind, html: text, component: null, config: null };
  }
  const { id, kind, ...fields } = section;
  return { id, kind: 'component' as const, html: null, component: kind, config: withImages(fields, context) };
}

type EntryRow = Omit<typeof pageEntries.$inferInsert, 'siteId'>;

/** Parents before their children. */
function entryRows(entries: readonly PageTreeEntry[], lang: Lang, parentId: number | null): EntryRow[] {
  return entries.flatMap((entry, position) => [
    {
      id: entry.id,
      lang,
      parentId,
      position,
      url: entry.url,
      menuTitle: entry.menuTitle,
      title: entry.title,
      metaDescription: entry.metaDescription,
      showInMenu: entry.showInMenu,
      isText: entry.isText,
      type: entry.type,
      pageId: entry.page ?? null,
      isCmsPage: entry.cms?.isCmsPage ?? false,
      cmsRoute: entry.cms?.route ?? '',
      linkType: entry.link?.type ?? 'NONE',
      linkUrl: entry.link?.url ?? '',
      linkCode: entry.link?.jsCode ?? '',
    },
    ...entryRows(entry.children ?? [], lang, entry.id),
  ]);
}

type Fields = Record<string, unknown>;

/** Replaces every path below media/ with `{ "image": <id> }`, which the API resolves to the picture. */
function withImages(fields: Fields, context: RowContext): Fields {
  const convert = (value: unknown): unknown => {
    if (typeof value === 'string') return mediaPathPattern.test(value) ? { image: context.idOf(value) } : value;
    if (Array.isArray(value)) return value.map(convert);
    return typeof value === 'object' && value !== null ? convertAll(value as Fields) : value;
  };
  const convertAll = (record: Fields): Fields =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
  return convertAll(fields);
}
