import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { LabelledFormAnswer } from '#shared/forms/forms-contract.ts';
import { containsEmail, redactEmail } from '#shared/redact-email.ts';
import { formFiles, formReplies, formSubmissions } from './forms-tables.ts';
import { readRepliesToSubmissions } from './submissions.ts';

interface PersonalSubmission {
  id: number;
  formTitle: string;
  receivedAt: Date;
  answers: LabelledFormAnswer[];
  files: { id: number; name: string }[];
  replies: { id: number; sentAt: Date; subject: string; text: string }[];
  /**
   * True if the form was sent with the email address. Other submissions only mention it, and may be another visitor's.
   */
  isOwn: boolean;
}

/** The extension of a file name. An email address in the name may end just before it. */
const extensionPattern = /\.\w+$/;
const toStem = (fileName: string): string => fileName.replace(extensionPattern, '');

/**
 * Finds the submissions that were sent with an email address, given in lower case, or mention it in an answer, in the
 * name of a file or in a reply of staff. Oldest first.
 */
async function findSubmissionsAbout(tx: SiteTx, emailKey: string): Promise<PersonalSubmission[]> {
  const fileNames = sql`(select string_agg(${formFiles.name}, ' ') from ${formFiles}
    where ${formFiles.submissionId} = ${formSubmissions.id})`;
  const replyTexts = sql`(select string_agg(${formReplies.subject} || ' ' || ${formReplies.text}, ' ') from ${formReplies}
    where ${formReplies.submissionId} = ${formSubmissions.id})`;
  const rows = await tx
    .select()
    .from(formSubmissions)
    .where(
      or(
        eq(formSubmissions.emailKey, emailKey),
        sql`strpos(lower(${formSubmissions.answers}::text), ${emailKey}) > 0`,
        sql`strpos(lower(${fileNames}), ${emailKey}) > 0`,
        sql`strpos(lower(${replyTexts}), ${emailKey}) > 0`,
      ),
    )
    .orderBy(asc(formSubmissions.id));
  const files = Map.groupBy(
    await readFileNames(
      tx,
      rows.map(({ id }) => id),
    ),
    ({ submissionId }) => submissionId,
  );
  const replies = Map.groupBy(await readRepliesToSubmissions(tx, rows), ({ submissionId }) => submissionId);
  return rows
    .map(({ id, formTitle, receivedAt, answers, ...row }) => ({
      id,
      formTitle,
      receivedAt,
      answers,
      files: files.get(id) ?? [],
      replies: replies.get(id) ?? [],
      isOwn: row.emailKey === emailKey,
    }))
    .filter(
      ({ isOwn, answers, files: sent, replies: received }) =>
        isOwn ||
        answers.some((answer) => isAnswerAbout(answer, emailKey)) ||
        sent.some(({ name }) => containsEmail(toStem(name), emailKey)) ||
        received.some((reply) => isReplyAbout(reply, emailKey)),
    );
}

const readFileNames = async (tx: SiteTx, submissionIds: readonly number[]) =>
  submissionIds.length === 0
    ? []
    : tx
        .select({ id: formFiles.id, name: formFiles.name, submissionId: formFiles.submissionId })
        .from(formFiles)
        .where(inArray(formFiles.submissionId, [...submissionIds]))
        .orderBy(asc(formFiles.id));

const isAnswerAbout = ({ answers }: LabelledFormAnswer, emailKey: string): boolean =>
  answers.some((text) => containsEmail(text, emailKey));

const isReplyAbout = ({ subject, text }: { subject: string; text: string }, emailKey: string): boolean =>
  containsEmail(subject, emailKey) || containsEmail(text, emailKey);

/**
 * Reads the data about an email address from submissions. Submissions that were sent with the address are read
 * completely; of other submissions, only the answers, file names and replies that mention it, because the rest concerns
 * the sender.
 */
export async function exportSubmissionsAboutEmail(tx: SiteTx, emailKey: string) {
  const found = await findSubmissionsAbout(tx, emailKey);
  return found.map(({ formTitle, receivedAt, answers, files, replies, isOwn }) => ({
    form: formTitle,
    receivedAt: receivedAt.toISOString(),
    answers: answers
      .filter((answer) => isOwn || isAnswerAbout(answer, emailKey))
      .map(({ label, answers: given }) => ({ label, answers: given })),
    files: files.map(({ name }) => name).filter((name) => isOwn || containsEmail(toStem(name), emailKey)),
    replies: replies
      .filter((reply) => isOwn || isReplyAbout(reply, emailKey))
      .map(({ sentAt, subject, text }) => ({ sentAt: sentAt.toISOString(), subject, text })),
  }));
}

/** Deletes the submissions from an email address, and masks the address in submissions of other senders. */
export async function eraseSubmissionsAbout(tx: SiteTx, emailKey: string): Promise<void> {
  for (const { id, answers, files, replies, isOwn } of await findSubmissionsAbout(tx, emailKey)) {
    if (isOwn) {
      await tx.delete(formSubmissions).where(eq(formSubmissions.id, id));
      continue;
    }
    const masked = answers.map((answer) => ({
      ...answer,
      answers: answer.answers.map((text) => redactEmail(text, emailKey)),
    }));
    await tx.update(formSubmissions).set({ answers: masked }).where(eq(formSubmissions.id, id));
    for (const file of files)
      await tx
        .update(formFiles)
        .set({ name: redactEmail(toStem(file.name), emailKey) + (extensionPattern.exec(file.name)?.[0] ?? '') })
        .where(eq(formFiles.id, file.id));
    for (const { id: replyId, subject, text } of replies.filter((reply) => isReplyAbout(reply, emailKey)))
      await tx
        .update(formReplies)
        .set({ subject: redactEmail(subject, emailKey), text: redactEmail(text, emailKey) })
        .where(eq(formReplies.id, replyId));
  }
}
