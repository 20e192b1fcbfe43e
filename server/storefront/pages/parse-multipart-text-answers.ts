import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { formLimits, formMultipartLimits, reservedFieldNames } from '#shared/forms/form-limits.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { PayloadTooLargeError } from '../gateway/request-body.ts';

/** Size of the chunks in which a body is parsed. The event loop serves other requests between two chunks. */
const chunkBytes = 16 * 1024;

/** Maximum characters of names and texts that a page repeats, more than any valid form contains. */
const maxRepeatedLength = formLimits.fields * formLimits.longTextLength;

/**
 * Reads the texts of a multipart body, so that the page of the form can show them again. Files cannot be shown. Of a
 * malformed body, which the API refuses with a message, only the texts before the error are returned.
 * @throws PayloadTooLargeError if the body has too many parts.
 */
export async function parseMultipartTextAnswers(
  body: Buffer,
  contentType: string,
): Promise<FormSubmissionResult['answers']> {
  const parser = createParser(contentType);
  if (!parser) return {};
  const answers = new Map<string, string[]>();
  let remainingLength = maxRepeatedLength;
  let isTooLarge = false;
  const stop = () => {
    isTooLarge = true;
  };
  parser.on('partsLimit', stop).on('fieldsLimit', stop).on('filesLimit', stop);
  parser.on('field', (name, text) => {
    // A part may have no name. A text that is too long is truncated by the parser, and the API refuses it with a
    // message.
    if (typeof name !== 'string' || reservedFieldNames.some((reserved) => reserved === name)) return;
    const texts = answers.get(name) ?? [];
    remainingLength -= name.length + text.length;
    if (remainingLength < 0 || texts.length >= formLimits.options) return;
    texts.push(text);
    answers.set(name, texts);
  });
  async function* splitBody() {
    // The loop ends at the maximum number of parts, because the parser would still read the headers of all further
    // parts.
    for (let start = 0; start < body.length && !isTooLarge; start += chunkBytes) {
      yield body.subarray(start, start + chunkBytes);
      await setImmediate();
    }
  }
  await pipeline(splitBody, parser).catch(() => {});
  if (isTooLarge) throw new PayloadTooLargeError();
  return Object.fromEntries(answers);
}

/** @returns Null if the type has no boundary. */
function createParser(contentType: string): BusboyInstance | null {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: formMultipartLimits });
  } catch {
    return null;
  }
}
