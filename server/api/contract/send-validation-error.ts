import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Lang } from '#shared/languages.ts';
import { sendFailure } from './envelopes.ts';
import { describeIssues } from './issue-sentences.ts';
import { translate } from './server-texts.ts';

/** Answers 400 and names every field that is at fault. `input` is what was parsed. */
export function sendValidationError(
  reply: FastifyReply,
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  lang: Lang,
): FastifyReply {
  const errors = describeIssues(issues, input, lang);
  return sendFailure(
    reply,
    400,
    translate(lang, 'malformed.fields', { fields: Object.values(errors).join(' ') }),
    errors,
  );
}
