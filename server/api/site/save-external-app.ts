import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  deleteRowByProperty,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import type { ItemKey } from '#server/api/resources/resource.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import type { AnalyticsServiceKey } from '#shared/consent/analytics-services.ts';
import type { ExternalAppInput } from '#shared/site/site-input.ts';
import { externalAppResourceSpec } from '#shared/site/site-resource-specs.ts';
import { externalAppSecrets, externalApps } from './site-tables.ts';

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

export const externalAppResource = defineResource({
  ...externalAppResourceSpec,
  table: externalApps,
  save: saveExternalApp,
  // The id of this service names the host of a script, which would run on the pages of the site.
  isReservedItem: ({ app }) => app === ('SECOND_ANALYTICS' satisfies AnalyticsServiceKey),
  toInput: ({ app, config }: StoredRowWithoutSiteId<typeof externalApps>) => ({ app, public: config }),
  parts: { secret: { table: externalAppSecrets, foreignKey: 'app', isSecret: true } },
  remove: deleteExternalApp,
});
