import { saveRows } from '#server/api/changes/save-rows.ts';
import { lockIdsOrFindMissing } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { files } from '#server/api/media/media-tables.ts';
import { definePlainResource } from '#server/api/resources/plain-resource.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { refuse } from '#shared/outcome.ts';
import type { SiteInfoInput, ThemeInput } from '#shared/site/site-input.ts';
import { logoResourceSpec, siteInfoResourceSpec, themeResourceSpec } from '#shared/site/site-resource-specs.ts';
import { fonts, logos, siteInfos, themes } from './site-tables.ts';

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

export const themeResource = defineResource({
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

export const logoResource = definePlainResource(logoResourceSpec, logos);

export const toSiteInfoRows = (info: SiteInfoInput): RowsOfTable[] => [createTableRows(siteInfos, [info])];

export const saveSiteInfo = (tx: SiteTx, info: SiteInfoInput) => saveRows(tx, toSiteInfoRows(info));

export const siteInfoResource = defineResource({
  ...siteInfoResourceSpec,
  table: siteInfos,
  save: saveSiteInfo,
});
