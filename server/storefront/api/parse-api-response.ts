import { z } from 'zod';
import { ApiReadError } from '#shared/rendering.ts';
import { parseJsonOrUndefined } from './parse-json-or-undefined.ts';

const Envelope = z.object({ success: z.boolean(), data: z.unknown(), message: z.string() });

/**
 * Reads a response of the API.
 * @param schema Validates the data; null if the API is of the same build and its data is taken as it is.
 * @throws ApiReadError with the API's status and message if it refused the call, with 503 for any other failure.
 */
export function parseApiResponse<Data>(
  name: string,
  schema: z.ZodType<Data> | null,
  status: number,
  text: string,
): Data {
  const envelope = Envelope.safeParse(parseJsonOrUndefined(text));
  if (!envelope.success) throw createUnavailableError(`${name}: API response ${status} has no envelope`);
  const { success, data, message } = envelope.data;
  return parseApiAnswer(name, schema, { status, isAccepted: success, data, message });
}

interface ApiAnswer {
  status: number;
  isAccepted: boolean;
  data: unknown;
  message: string;
}

/** Reads the answer of the API to one call, or to one of several reads. */
export function parseApiAnswer<Data>(
  name: string,
  schema: z.ZodType<Data> | null,
  { status, isAccepted, data, message }: ApiAnswer,
): Data {
  const failure = `${name}: API responded with ${status}`;
  // The message of a 429 is not passed on, because the storefront made too many calls, not the visitor.
  if (status === 429) throw createUnavailableError(failure);
  if (status >= 500) throw createUnavailableError(failure, undefined, message);
  if (!isAccepted) throw new ApiReadError(status >= 400 ? status : 503, message);
  if (!schema) return data as Data;
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw createUnavailableError(`${name}: API response violates the contract`, parsed.error);
  return parsed.data;
}

/**
 * @param message The message for the log.
 * @param visitorMessage The message of the API for the visitor, if its response contained one.
 */
export const createUnavailableError = (message: string, cause?: unknown, visitorMessage = ''): ApiReadError =>
  Object.assign(
    new ApiReadError(503, message, visitorMessage),
    { statusCode: 503 },
    cause === undefined ? {} : { cause },
  );
