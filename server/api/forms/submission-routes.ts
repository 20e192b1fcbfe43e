import type { FastifyInstance } from 'fastify';
import { recordListExport } from '#server/api/audit/record-staff-change.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { formsContract } from '#shared/forms/forms-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { exportSubmissionsAsCsv } from './export-submissions.ts';
import { findFile, findSubmissions } from './forms-repository.ts';
import { eraseSubmission, markSubmission, readSubmissionForStaff } from './staff-submissions.ts';
import { toSubmissions } from './to-submissions.ts';

/** The calls with which staff reads, handles, exports and erases what was sent by forms. */
export function submissionRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'forms', formsContract, dependencies);

  route('GET /admin/forms/submission', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, files, total } = await findSubmissions(tx, query);
      return { submissions: toSubmissions(rows, files), total };
    }),
  );
  route('GET /admin/forms/submission/{id}', ({ params, withSiteTransaction }) =>
    withSiteTransaction((tx) => readSubmissionForStaff(tx, params.id)),
  );
  route('PUT /admin/forms/submission/{id}', ({ params, body, user, withSiteTransaction }) =>
    withSiteTransaction((tx) => markSubmission(tx, params.id, { ...body, userId: user.id, now: new Date() })),
  );
  route('DELETE /admin/forms/submission/{id}', ({ params, user, withSiteTransaction }) =>
    withSiteTransaction((tx) => eraseSubmission(tx, params.id, user.id)),
  );
  route('GET /admin/forms/submissions.csv', async ({ query: { idForm = null }, site, user, withSiteTransaction }) => {
    const filter = idForm === null ? null : { idForm };
    await withSiteTransaction((tx) => recordListExport(tx, { userId: user.id, resource: 'form-submission', filter }));
    return {
      fileName: idForm === null ? 'contact.csv' : `form-${idForm}.csv`,
      content: exportSubmissionsAsCsv(dependencies.db, { siteId: site.id, formId: idForm }),
    };
  });
  route('GET /admin/forms/file/{id}', async ({ params, withSiteTransaction }) => {
    const file = await withSiteTransaction((tx) => findFile(tx, params.id));
    if (!file) return refuse('not_found');
    return ok({ name: file.name, type: file.type, content: file.content.toString('base64') });
  });
}
