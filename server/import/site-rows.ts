import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import { sanitiseHtml } from '#server/api/site/sanitise-html.ts';
import { externalAppRows } from '#server/api/site/save-external-app.ts';
import { logoRows } from '#server/api/site/save-logo.ts';
import { parameterRows } from '#server/api/site/save-parameters.ts';
import { siteInfoRows } from '#server/api/site/save-site-info.ts';
import { themeRows } from '#server/api/site/save-theme.ts';
import { components, pageEntries, pageLayouts, pages } from '#server/api/site/site-tables.ts';
import type { Lang } from '#shared/languages.ts';
import { mapLocalized } from '#shared/localized.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';
import type { ParameterInput } from '#shared/site/parameter-input.ts';
import type { ParameterType } from '#shared/site/parameter-types.ts';
import type { PageTreeEntry } from './content-schema.ts';
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
    rowsOf(
      components,
      Object.entries(files['components.json']).map(([slug, config]) => ({ slug, config: withImages(config, context) })),
    ),
    ...externalAppRows(Object.entries(files['external-apps.json']).map(([app, config]) => ({ app, ...config }))),
  ];
}

function parameterInputs(given: SiteContent['files']['parameters.json'], context: RowContext): ParameterInput[] {
  return Object.entries(given).map(([key, value]) => ({
    type: key as ParameterType,
    value: typeof value === 'object' && 'markdown' in value ? { markdown: readText(value.markdown, context) } : value,
  }));
}

function pageRows(list: SiteContent['files']['pages.json'], context: RowContext): TableRows[] {
  const layouts = list.flatMap((page) =>
    page.layouts.map((layout, position) => {
      const config = layout.config ? withImages(layout.config, context) : null;
      const place = { pageId: page.id, id: layout.id, position, kind: layout.kind, config };
      if (layout.kind === 'component') return { ...place, html: null, component: layout.component };
      const html = layout.markdown
        ? renderFile(layout.markdown, context)
        : mapLocalized(layout.html ?? '', sanitiseHtml);
      return { ...place, html, component: null };
    }),
  );
  const rows = list.map(({ id, title, type, image }) => ({ id, title, type, imageId: context.imageOf(image) }));
  return [rowsOf(pages, rows), rowsOf(pageLayouts, layouts)];
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

type ComponentConfig = Record<string, unknown>;

/** Any path below media/ becomes `{ "image": <id> }`, for which the API answers the picture. */
function withImages(config: ComponentConfig, context: RowContext): ComponentConfig {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return mediaPathPattern.test(value) ? { image: context.idOf(value) } : value;
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    const { image, ...rest } = value as ComponentConfig;
    const alone = typeof image === 'string' && mediaPathPattern.test(image) && Object.keys(rest).length === 0;
    return alone ? { image: context.idOf(image) } : changeAll(value as ComponentConfig);
  };
  const changeAll = (record: ComponentConfig) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
  return changeAll(config);
}
