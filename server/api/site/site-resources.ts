import { saveRows } from '#server/api/changes/save-rows.ts';
import { lockExistingIds, lockIdsOrFindMissing } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  deleteRowByProperty,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { files } from '#server/api/media/media-tables.ts';
import { type FindTextImageAttributes, readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { defineResource, type ItemKey, type Resource, refuseFirstItemIssue } from '#server/api/resources/resource.ts';
import type { AnalyticsServiceKey } from '#shared/consent/analytics-services.ts';
import { refuse } from '#shared/outcome.ts';
import { findReferenceIssuesOfPopup, type PopupInput } from '#shared/site/popup-input.ts';
import type { ExternalAppInput, SiteInfoInput, ThemeInput } from '#shared/site/site-input.ts';
import {
  externalAppResourceSpec,
  popupResourceSpec,
  siteInfoResourceSpec,
  themeResourceSpec,
} from '#shared/site/site-resource-specs.ts';
import { renderLocalizedRichText } from './render-text.ts';
import { externalAppSecrets, externalApps, fonts, pageEntries, popups, siteInfos, themes } from './site-tables.ts';

export const toThemeRows = ({ fonts: families, ...colours }: ThemeInput): RowsOfTable[] => [
  createTableRows(themes, [colours]),
  createTableRows(
    fonts,
    families.map((family, position) => ({ ...family, position })),
    {},
  ),
];

/** Saves the theme with its fonts. Font families that the input leaves out are deleted. */
export async function saveTheme(tx: SiteTx, theme: ThemeInput): Promise<SaveOutcome> {
  const missing = await lockIdsOrFindMissing(
    tx,
    files,
    theme.fonts.flatMap((family) => family.files),
  );
  if (missing.length > 0) return refuse('unknown_reference', { values: { field: 'fonts' } });
  return saveRows(tx, toThemeRows(theme));
}

const themeResource = defineResource({
  ...themeResourceSpec,
  table: themes,
  save: saveTheme,
  toInput: ({
    fonts: families,
    ...colours
  }: StoredRowWithoutSiteId<typeof themes> & { fonts: StoredRowWithoutSiteId<typeof fonts>[] }) => ({
    ...colours,
    fonts: families.map(({ name, files }) => ({ name, files })),
  }),
  parts: { fonts: { table: fonts } },
});

export const toSiteInfoRows = (info: SiteInfoInput): RowsOfTable[] => [createTableRows(siteInfos, [info])];

export const saveSiteInfo = (tx: SiteTx, info: SiteInfoInput) => saveRows(tx, toSiteInfoRows(info));

const siteInfoResource = defineResource({
  ...siteInfoResourceSpec,
  table: siteInfos,
  save: saveSiteInfo,
});

export const toExternalAppRows = (list: readonly ExternalAppInput[]): RowsOfTable[] => [
  createTableRows(
    externalApps,
    list.map(({ app, public: config }) => ({ app, config })),
  ),
  createTableRows(
    externalAppSecrets,
    list.flatMap(({ app, secret }) => (secret ? [{ app, config: secret }] : [])),
    { app: list.filter(({ secret }) => secret !== undefined).map(({ app }) => app) },
  ),
];

export const saveExternalApp = (tx: SiteTx, app: ExternalAppInput) => saveRows(tx, toExternalAppRows([app]));

async function deleteExternalApp(tx: SiteTx, app: ItemKey): Promise<SaveOutcome> {
  const secret = await deleteRowByProperty(tx, externalAppSecrets, 'app', app);
  return secret.ok ? deleteRowByProperty(tx, externalApps, 'app', app) : secret;
}

const externalAppResource = defineResource({
  ...externalAppResourceSpec,
  table: externalApps,
  save: saveExternalApp,
  // The id of this service names the host of a script, which would run on the pages of the site.
  isReservedItem: ({ app }) => app === ('SECOND_ANALYTICS' satisfies AnalyticsServiceKey),
  toInput: ({ app, config }: StoredRowWithoutSiteId<typeof externalApps>) => ({ app, public: config }),
  parts: { secret: { table: externalAppSecrets, foreignKey: 'app', isSecret: true } },
  remove: deleteExternalApp,
});

export const toPopupRows = (list: readonly PopupInput[], findPicture: FindTextImageAttributes): RowsOfTable[] => [
  createTableRows(
    popups,
    list.map(({ body, image, ...columns }) => ({
      ...columns,
      html: renderLocalizedRichText(body, findPicture),
      imageId: image,
    })),
  ),
];

/** Saves a popup without checking that its page tree entries exist. */
export async function insertPopup(tx: SiteTx, popup: PopupInput): Promise<SaveOutcome> {
  return saveRows(tx, toPopupRows([popup], await readEmbeddedImageLookup(tx, popup.body)));
}

/** Saves a popup, unless it names page tree entries that do not exist. */
async function savePopupOfEntries(tx: SiteTx, popup: PopupInput): Promise<SaveOutcome> {
  const entries = await lockExistingIds(tx, pageEntries, popup.pageEntries);
  return refuseFirstItemIssue(findReferenceIssuesOfPopup(popup, entries)) ?? insertPopup(tx, popup);
}

const popupResource = defineResource({
  ...popupResourceSpec,
  table: popups,
  save: savePopupOfEntries,
  toInput: ({ html, imageId, ...columns }: StoredRowWithoutSiteId<typeof popups>): PopupInput => ({
    ...columns,
    body: { html },
    image: imageId,
  }),
});

export const siteResources: readonly Resource[] = [siteInfoResource, themeResource, externalAppResource, popupResource];
