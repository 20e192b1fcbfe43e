import { sanitiseHtml } from '#server/api/site/sanitise-html.ts';
import {
  components,
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
import { mediaPathForm, type PageTreeEntry } from './content-schema.ts';
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
      components,
      Object.entries(files['components.json']).map(([slug, config]) => ({ slug, config: withImages(config, context) })),
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
  const layouts = list.flatMap((page) =>
    page.layouts.map((layout, position) => {
      const config = layout.config ? withImages(layout.config, context) : null;
      const place = { pageId: page.id, id: layout.id, position, kind: layout.kind, config };
      if (layout.kind === 'component') return { ...place, html: null, component: layout.component };
      const html = layout.markdown
        ? renderFile(layout.markdown, context)
        : eachLanguage(layout.html ?? '', sanitiseHtml);
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
    if (typeof value === 'string') return mediaPathForm.test(value) ? { image: context.idOf(value) } : value;
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== 'object' || value === null) return value;
    const { image, ...rest } = value as ComponentConfig;
    const alone = typeof image === 'string' && mediaPathForm.test(image) && Object.keys(rest).length === 0;
    return alone ? { image: context.idOf(image) } : changeAll(value as ComponentConfig);
  };
  const changeAll = (record: ComponentConfig) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
  return changeAll(config);
}
