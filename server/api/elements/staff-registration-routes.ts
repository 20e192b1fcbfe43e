import type { FastifyInstance } from 'fastify';
import { recordListExport } from '#server/api/audit/record-staff-change.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { elementsContract } from '#shared/elements/elements-contract.ts';
import { csvByteOrderMark, formatCsvRow } from '#shared/format-csv-row.ts';
import { cancelByStaff } from './cancel-registration.ts';
import { readRegistrationPage, readRegistrationsOfElement } from './registrations-repository.ts';

const columns = ['id', 'date', 'title', 'state', 'name', 'email', 'people', 'language', 'registered'];

/**
 * Maximum number of exported registrations. Real elements stay far below it, because registrations are erased after
 * their retention time.
 */
const maxExportedRegistrations = 20_000;

async function exportRegistrationsAsCsv(tx: SiteTx, elementId: number): Promise<string> {
  const rows = await readRegistrationsOfElement(tx, elementId, maxExportedRegistrations);
  const lines = rows.map(({ id, startsAt, title, state, name, email, people, language, createdAt }) =>
    formatCsvRow([
      ...[String(id), startsAt.toISOString(), title, state, name, email],
      ...[String(people), language, createdAt.toISOString()],
    ]),
  );
  return csvByteOrderMark + formatCsvRow(columns) + lines.join('');
}

export function staffRegistrationRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'elements', elementsContract, dependencies);
  const { db } = dependencies;

  route('GET /admin/element/registration', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readRegistrationPage(tx, query);
      return { registrations: rows.map(toRegistration), total };
    }),
  );
  route('PUT /admin/element/registration/{id}/cancel', ({ params, body, site, user }) =>
    withSiteTransactionOrRollback(db, site.id, (tx) =>
      cancelByStaff(tx, params.id, { ...body, userId: user.id, now: new Date() }),
    ),
  );
  route('GET /admin/element/registrations.csv', async ({ query: { idElement }, user, withSiteTransaction }) => ({
    fileName: `registrations-${idElement}.csv`,
    content: await withSiteTransaction(async (tx) => {
      await recordListExport(tx, { userId: user.id, resource: 'registration', filter: { idElement } });
      return exportRegistrationsAsCsv(tx, idElement);
    }),
  }));
}

type RegistrationRow = Awaited<ReturnType<typeof readRegistrationPage>>['rows'][number];

const toRegistration = ({ elementId, slotId, startsAt, createdAt, ...row }: RegistrationRow) => ({
  id: row.id,
  idElement: elementId,
  idSlot: slotId,
  title: row.title,
  startsAt: startsAt.toISOString(),
  name: row.name,
  email: row.email,
  people: row.people,
  language: row.language,
  state: row.state,
  createdAt: createdAt.toISOString(),
});
