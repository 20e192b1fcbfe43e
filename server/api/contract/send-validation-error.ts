import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Lang } from '#shared/languages.ts';
import { describeValidationIssues } from './describe-issues.ts';
import { sendFailure } from './send-failure.ts';
import { translate } from './server-texts.ts';

/** Sends a 400 that describes the invalid fields of `input`, as `describeValidationIssues` does. */
export function sendValidationError(
  reply: FastifyReply,
  issues: readonly z.core.$ZodIssue[],
  input: unknown,
  lang: Lang,
): FastifyReply {
  const errors = describeValidationIssues(issues, input, lang);
  return sendFailure(
    reply,
    400,
    translate(lang, 'malformed.fields', { fields: Object.values(errors).join(' ') }),
    errors,
  );
}
