import { z } from 'zod';
import { ApiReadError } from '#shared/rendering.ts';
import { parseJson } from './parse-json.ts';

const Envelope = z.object({ success: z.boolean(), data: z.unknown(), message: z.string() });

/**
 * Validates a response of the API against the schema of its endpoint.
 * @throws ApiReadError with the API's status and message if it refused the call, with 503 for any other failure.
 */
export function parseApiResponse<D extends z.ZodType>(
  name: string,
  schema: D,
  status: number,
  text: string,
): z.output<D> {
  const envelope = Envelope.safeParse(parseJson(text));
  if (!envelope.success) throw createUnavailableError(`${name}: API response ${status} has no envelope`);
  const { success, data, message } = envelope.data;
  if (status >= 500 || status === 429) throw createUnavailableError(`${name}: API responded with ${status}`);
  if (!success) throw new ApiReadError(status >= 400 ? status : 503, message);
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw createUnavailableError(`${name}: API response violates the contract`, parsed.error);
  return parsed.data;
}

export const createUnavailableError = (message: string, cause?: unknown): ApiReadError =>
  Object.assign(new ApiReadError(503, message), { statusCode: 503 }, cause === undefined ? {} : { cause });
