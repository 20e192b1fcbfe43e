import type { Submission } from '#shared/forms/forms-contract.ts';
import type { findSubmissions } from './forms-repository.ts';

type Found = Awaited<ReturnType<typeof findSubmissions>>;

export function toSubmissions(rows: Found['rows'], files: Found['files']): Submission[] {
  const filesOf = Map.groupBy(files, ({ submissionId }) => submissionId);
  return rows.map(({ id, formId, formTitle, receivedAt, erasedAfter, handledAt, emailKey, lang, answers }) => ({
    ...{ id, idForm: formId, form: formTitle, email: emailKey, lang, answers },
    receivedAt: receivedAt.toISOString(),
    erasedAfter: erasedAfter.toISOString(),
    handledAt: handledAt?.toISOString() ?? null,
    files: (filesOf.get(id) ?? []).map(({ submissionId: _submissionId, ...file }) => file),
  }));
}
