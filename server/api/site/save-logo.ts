import { saveRowsAndNotify } from '#server/api/changes/save-rows-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import type { LogoInput } from '#shared/site/site-input.ts';
import { logoResourceSpec } from '#shared/site/site-resource-specs.ts';
import { logos } from './site-tables.ts';

export const toLogoRows = (list: readonly LogoInput[]): RowsOfTable[] => [
  createTableRows(
    logos,
    list.map(({ image, ...logo }) => ({ ...logo, imageId: image })),
  ),
];

export const saveLogo = (tx: SiteTx, logo: LogoInput) => saveRowsAndNotify(tx, toLogoRows([logo]));

export const logoResource = defineResource({
  ...logoResourceSpec,
  table: logos,
  save: saveLogo,
  toInput: ({ imageId, ...logo }: StoredRowWithoutSiteId<typeof logos>) => ({ ...logo, image: imageId }),
});
