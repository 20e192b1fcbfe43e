import { saveRowsAndNotify } from '#server/api/changes/save-rows-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import type { SiteInfoInput } from '#shared/site/site-input.ts';
import { siteInfoResourceSpec } from '#shared/site/site-resource-specs.ts';
import { siteInfos } from './site-tables.ts';

export const toSiteInfoRows = (info: SiteInfoInput): RowsOfTable[] => [createTableRows(siteInfos, [info])];

export const saveSiteInfo = (tx: SiteTx, info: SiteInfoInput) => saveRowsAndNotify(tx, toSiteInfoRows(info));

export const siteInfoResource = defineResource({
  ...siteInfoResourceSpec,
  table: siteInfos,
  save: saveSiteInfo,
});
