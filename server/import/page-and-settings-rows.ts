import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { toExternalAppRows } from '#server/api/site/save-external-app.ts';
import { toLogoRows } from '#server/api/site/save-logo.ts';
import { toPageRows } from '#server/api/site/save-page.ts';
import { toPageTreeRows } from '#server/api/site/save-page-tree.ts';
import { toParameterRows } from '#server/api/site/save-parameters.ts';
import { toPopupRows } from '#server/api/site/save-popup-without-page-entry-check.ts';
import { toSiteInfoRows } from '#server/api/site/save-site-info.ts';
import { toThemeRows } from '#server/api/site/save-theme.ts';
import type { Lang } from '#shared/languages.ts';
import { mediaPathPattern } from '#shared/media/media-path.ts';
import type { PageInput, SectionInput } from '#shared/site/page-input.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import type { ParameterInput } from '#shared/site/parameter-input.ts';
import type { PopupInput } from '#shared/site/popup-input.ts';
import type { PageSection } from './page-schema.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';
import { getMarkdownText, type ImportPathResolvers } from './row-context.ts';

export function toPageAndSettingsRows(content: ParsedSiteContent, context: ImportPathResolvers): RowsOfTable[] {
  const { files, trees } = content;
  const theme = files['theme.json'];
  const fonts = theme.fonts.map(({ name, files: paths }) => ({ name, files: paths.map(context.idOf) }));
  return [
    ...toParameterRows(parameterInputs(files['parameters.json'], context), context.findPicture),
    ...toSiteInfoRows(files['site-info.json']),
    ...toThemeRows({ ...theme, fonts }),
    ...toLogoRows(files['logos.json'].map(({ file, ...logo }) => ({ ...logo, image: context.idOf(file) }))),
    ...toPageRows(pageInputs(files['pages.json'], context), context.findPicture),
    ...toPageTreeRows(Object.entries(trees).map(([lang, entries]) => ({ lang: lang as Lang, entries }))),
    ...toPopupRows(popupInputs(files['popups.json'], context), context.findPicture),
    ...toExternalAppRows(Object.entries(files['external-apps.json']).map(([app, config]) => ({ app, ...config }))),
  ];
}

function parameterInputs(
  file: ParsedSiteContent['files']['parameters.json'],
  context: ImportPathResolvers,
): ParameterInput[] {
  return Object.entries(file).map(
    ([key, value]): ParameterInput => ({
      type: key as ParameterKey,
      value:
        typeof value === 'object' && 'markdown' in value
          ? { markdown: getMarkdownText(value.markdown, context) }
          : value,
    }),
  );
}

const pageInputs = (list: ParsedSiteContent['files']['pages.json'], context: ImportPathResolvers): PageInput[] =>
  list.map(({ image, sections, ...page }) => ({
    ...page,
    image: context.imageOf(image),
    sections: sections.map((section) => sectionInput(section, context)),
  }));

const popupInputs = (list: ParsedSiteContent['files']['popups.json'], context: ImportPathResolvers): PopupInput[] =>
  list.map(({ text, image, ...popup }) => ({
    ...popup,
    body: { markdown: text },
    image: context.imageOf(image),
  }));

function sectionInput(section: PageSection, context: ImportPathResolvers): SectionInput {
  if (section.kind !== 'html') return withImages({ ...section }, context) as unknown as SectionInput;
  const { id, kind, markdown, html = '' } = section;
  return { id, kind, text: markdown ? { markdown: getMarkdownText(markdown, context) } : { html } };
}

type Fields = Record<string, unknown>;

/** Replaces every path below media/ with `{ "image": <id> }`, which the API resolves to the picture. */
function withImages(fields: Fields, context: ImportPathResolvers): Fields {
  const convert = (value: unknown): unknown => {
    if (typeof value === 'string') return mediaPathPattern.test(value) ? { image: context.idOf(value) } : value;
    if (Array.isArray(value)) return value.map(convert);
    return typeof value === 'object' && value !== null ? convertAll(value as Fields) : value;
  };
  const convertAll = (record: Fields): Fields =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, convert(value)]));
  return convertAll(fields);
}
