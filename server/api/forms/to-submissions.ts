import type { Submission } from '#shared/forms/forms-contract.ts';
import type { findSubmissionPage } from './forms-repository.ts';
import type { readRepliesToSubmissions } from './submission-replies.ts';

type FoundSubmissions = Awaited<ReturnType<typeof findSubmissionPage>>;

interface SubmissionParts {
  files: FoundSubmissions['files'];
  replies: Awaited<ReturnType<typeof readRepliesToSubmissions>>;
  revisionOf: (id: number) => number;
}

export function toSubmissions(
  rows: FoundSubmissions['rows'],
  { files, replies, revisionOf }: SubmissionParts,
): Submission[] {
  const filesOf = Map.groupBy(files, ({ submissionId }) => submissionId);
  const repliesTo = Map.groupBy(replies, ({ submissionId }) => submissionId);
  return rows.map(({ id, formId, formTitle, receivedAt, erasedAfter, handledAt, emailKey, lang, answers }) => ({
    id,
    revision: revisionOf(id),
    idForm: formId,
    form: formTitle,
    email: emailKey,
    lang,
    answers,
    receivedAt: receivedAt.toISOString(),
    erasedAfter: erasedAfter.toISOString(),
    handledAt: handledAt?.toISOString() ?? null,
    files: (filesOf.get(id) ?? []).map(({ submissionId: _submissionId, ...file }) => file),
    replies: (repliesTo.get(id) ?? []).map(({ submissionId: _submissionId, sentAt, ...reply }) => ({
      ...reply,
      sentAt: sentAt.toISOString(),
    })),
  }));
}
