import { sanitiseHtml } from '#server/api/site/sanitise-html.ts';
import {
  externalAppSecrets,
  externalApps,
  fonts,
  logos,
  pageEntries,
  pageLayouts,
  pages,
  parameters,
  siteInfos,
  themes,
} from '#server/api/site/site-tables.ts';
import type { Lang } from '#shared/languages.ts';
import { type ParameterType, parameterTypes } from '#shared/site/parameter-types.ts';
import { mediaPathForm } from './content-paths.ts';
import type { PageTreeEntry } from './content-schema.ts';
import type { PageSection } from './page-schema.ts';
import type { SiteContent } from './read-site-folder.ts';
import { eachLanguage, renderFile } from './render-markdown.ts';
import { type DesiredRows, type RowContext, rowsOf } from './rows.ts';

export function siteRows(content: SiteContent, context: RowContext): DesiredRows[] {
  const { files, trees } = content;
  const { fonts: fontUses, ...info } = files['site-info.json'];
  const { fonts: families, ...colours } = files['theme.json'];
  const apps = Object.entries(files['external-apps.json']);
  return [
    rowsOf(parameters, parameterRows(files['parameters.json'], context)),
    rowsOf(siteInfos, [{ ...info, fonts: fontUses }]),
    rowsOf(themes, [colours]),
    rowsOf(
      fonts,
      families.map(({ name, files: paths }, position) => ({ name, files: paths.map(context.idOf), position })),
    ),
    rowsOf(
      logos,
      files['logos.json'].map(({ file, ...logo }) => ({ ...logo, imageId: context.idOf(file) })),
    ),
    ...pageRows(files['pages.json'], context),
    rowsOf(
      pageEntries,
      Object.entries(trees).flatMap(([lang, tree]) => entryRows(tree, lang as Lang, null)),
    ),
    rowsOf(
      externalApps,
      apps.map(([app, config]) => ({ app, config: config.public })),
    ),
    rowsOf(
      externalAppSecrets,
      apps.flatMap(([app, { secret }]) => (secret ? [{ app, config: secret }] : [])),
    ),
  ];
}

type ParameterRow = Omit<typeof parameters.$inferInsert, 'siteId'>;

function parameterRows(given: SiteContent['files']['parameters.json'], context: RowContext): ParameterRow[] {
  return Object.entries(given).map(([key, value]) => {
    const type = key as ParameterType;
    if (typeof value === 'object' && 'markdown' in value) return { type, value: renderFile(value.markdown, context) };
    if (typeof value === 'boolean' || typeof value === 'number' || parameterTypes[type] !== 'TEXT')
      return { type, value };
    // Scripts are code, not HTML: they are staff's, and never part of a page's markup.
    return { type, value: type === 'SCRIPTS_TO_LOAD' ? value : eachLanguage(value, sanitiseHtml) };
  });
}

function pageRows(list: SiteContent['files']['pages.json'], context: RowContext): DesiredRows[] {
  const sections = list.flatMap((page) =>
    page.sections.map((section, position) => ({ pageId: page.id, position, ...sectionRow(section, context) })),
  );
  const rows = list.map(({ id, title, type, image }) => ({ id, title, type, imageId: context.imageOf(image) }));
  return [rowsOf(pages, rows), rowsOf(pageLayouts, sections)];
}

function sectionRow(section: PageSection, context: RowContext) {
  if (section.kind === 'html') {
    const { id, kind, markdown, html = '' } = section;
    const text = markdown ? renderFile(markdown, context) : eachLanguage(html, sanitiseHtml);
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

/** Replaces every path below media/ with `{ "image": <id> }`, for which the API answers the picture. */
function withImages(fields: Fields, context: RowContext): Fields {
  const convert = (value: unknown): unknown => {
    if (typeof value === 'string') return mediaPathForm.test(value) ? { image: context.idOf(value) } : value;
    if (Array.isArray(value)) return value.map(convert);
    return typeof value === 'object' && value !== null ? convertAll(value as Fields) : value;
  };
  const convertAll = (record: Fields): Fields =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
  return convertAll(fields);
}
