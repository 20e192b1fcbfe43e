import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { assertStorableText, UnstorableTextError } from '#server/api/contract/unstorable-text.ts';
import type { SubmittedAnswers } from '#shared/forms/check-answers.ts';
import { formLimits, formMultipartLimits, formUploadTypes } from '#shared/forms/form-limits.ts';
import { consentGivenAnswer } from '#shared/forms/visible-fields.ts';

export interface UploadedFile {
  field: string;
  name: string;
  /** Media type detected from the content; `unknown` if it is none that forms accept. */
  type: string;
  size: number;
  content: Buffer;
}

/** The body of a submission, which has not been validated yet. */
export interface ReceivedSubmission {
  answers: ReadonlyMap<string, readonly string[]>;
  files: readonly UploadedFile[];
}

class InvalidFormError extends Error {
  readonly statusCode: 400 | 413;
  constructor(statusCode: 400 | 413, cause?: unknown) {
    super('invalid form body', { cause });
    this.statusCode = statusCode;
  }
}

/** Maximum length of a file name without its extension. Longer names are truncated. */
const maxFileStemLength = 95;

/**
 * @throws InvalidFormError with the status 400 or 413.
 * @throws UnstorableTextError if a text of a multipart body cannot be stored. That of JSON has been checked before.
 */
export const parseSubmissionRequest = (request: FastifyRequest): Promise<ReceivedSubmission> =>
  request.isMultipart() ? readMultipart(request) : Promise.resolve(readJson(request.body));

async function readMultipart(request: FastifyRequest): Promise<ReceivedSubmission> {
  const answers = new Map<string, string[]>();
  const files: UploadedFile[] = [];
  let totalBytes = 0;
  try {
    for await (const part of request.parts({ limits: { ...formMultipartLimits, fileSize: formLimits.fileBytes } })) {
      if (part.type === 'field') {
        const value = String(part.value ?? '');
        assertStorableText(part.fieldname, value);
        addAnswer(answers, part.fieldname, value);
        continue;
      }
      assertStorableText(part.fieldname, part.filename);
      const content = await readFile(part.file, formLimits.totalBytes - totalBytes);
      totalBytes += content.length;
      // A browser sends an empty part for a file field without a file.
      if (content.length > 0 || part.filename)
        files.push(await describeFile(part.fieldname, part.filename, content, part.file.truncated));
    }
  } catch (error) {
    // The rest of the body is discarded, because it would block the next request on the connection.
    request.raw.unpipe();
    request.raw.resume();
    throw toInvalidFormError(error);
  }
  return { answers, files };
}

/** Errors of the parser have a status if a limit was reached. All others mean that the body is malformed. */
function toInvalidFormError(error: unknown): InvalidFormError | UnstorableTextError {
  if (error instanceof InvalidFormError || error instanceof UnstorableTextError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return new InvalidFormError(status === 413 ? 413 : 400, error);
}

async function readFile(file: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new InvalidFormError(413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const acceptedTypes: ReadonlySet<string> = new Set(Object.values(formUploadTypes));

async function describeFile(field: string, name: string, content: Buffer, isTruncated: boolean): Promise<UploadedFile> {
  const detected = await fileTypeFromBuffer(content);
  const isAccepted = detected !== undefined && acceptedTypes.has(detected.mime);
  return {
    field,
    name: isAccepted ? `${toFileStem(name)}.${detected.ext}` : toFileStem(name),
    type: isAccepted ? detected.mime : 'unknown',
    // A truncated file is larger than any form accepts.
    size: isTruncated ? formLimits.fileBytes + 1 : content.length,
    content,
  };
}

/**
 * Returns the last segment of the path that some browsers send. It contains neither the extension, which need not fit
 * the content, nor characters that are special to file systems or change how a name is displayed.
 */
function toFileStem(name: string): string {
  const [last = ''] = name.split(/[/\\]/).slice(-1);
  const stem = last
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\.\w+[. ]*$/, '')
    .replace(/^[. ]+/, '')
    .slice(0, maxFileStemLength)
    // The limit may lie within an emoji.
    .toWellFormed()
    .replace(/(?<![. ])[. ]+$/, '');
  return stem || 'file';
}

function readJson(body: unknown): ReceivedSubmission {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new InvalidFormError(400);
  const answers = new Map<string, string[]>();
  const entries = Object.entries(body);
  if (entries.length > formMultipartLimits.fields) throw new InvalidFormError(400);
  for (const [name, value] of entries)
    for (const each of Array.isArray(value) ? value.slice(0, formLimits.options) : [value])
      addAnswer(answers, name, toText(each));
  return { answers, files: [] };
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? consentGivenAnswer : '';
  if (value === null) return '';
  throw new InvalidFormError(400);
}

function addAnswer(answers: Map<string, string[]>, name: string, value: string): void {
  const values = answers.get(name) ?? [];
  if (values.length < formLimits.options) values.push(cleanText(value));
  answers.set(name, values);
}

/** Removes control characters other than line breaks, which terminals interpret. */
const cleanText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .trim();

/** Groups the answers and files of a submission by field, as the rules of forms expect them. */
export const groupSubmissionByField = ({ answers, files }: ReceivedSubmission): SubmittedAnswers => ({
  answers: Object.fromEntries(answers),
  files: Object.fromEntries(Map.groupBy(files, ({ field }) => field)),
});
