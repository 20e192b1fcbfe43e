import { saveAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { rowsOf, type TableRows } from '#server/api/database/table-rows.ts';
import type { ExternalAppInput } from '#shared/site/site-input.ts';
import { externalAppSecrets, externalApps } from './site-tables.ts';

export const externalAppRows = (list: readonly ExternalAppInput[]): TableRows[] => [
  rowsOf(
    externalApps,
    list.map(({ app, public: config }) => ({ app, config })),
  ),
  rowsOf(
    externalAppSecrets,
    list.flatMap(({ app, secret }) => (secret ? [{ app, config: secret }] : [])),
    { app: list.filter(({ secret }) => secret !== undefined).map(({ app }) => app) },
  ),
];

export const saveExternalApp = (tx: SiteTx, app: ExternalAppInput) => saveAndNotify(tx, externalAppRows([app]));
