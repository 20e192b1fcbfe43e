import { saveAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import { resource } from '#server/api/resources/resource.ts';
import { SiteInfoInput } from '#shared/site/site-input.ts';
import { siteInfos } from './site-tables.ts';

export const toSiteInfoRows = (info: SiteInfoInput): TableRows[] => [rowsOf(siteInfos, [info])];

export const saveSiteInfo = (tx: SiteTx, info: SiteInfoInput) => saveAndNotify(tx, toSiteInfoRows(info));

export const siteInfoResource = resource({
  name: 'site-info',
  table: siteInfos,
  key: null,
  keys: 'fixed',
  input: SiteInfoInput,
  save: saveSiteInfo,
});
