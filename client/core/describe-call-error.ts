import { isApiReadError } from '#shared/rendering.ts';
import type { TextKey, Texts } from '#shared/texts.ts';
import type { ApiCallError } from './call-api.ts';

/**
 * Returns the message of a failed API call for the visitor, or the text `fallback` if the API sent none.
 * @throws `error` itself if it is not a failed API call
 */
export function describeCallError(error: unknown, t: Texts['t'], fallback: TextKey = 'site.error.503.text'): string {
  if (!isApiReadError(error)) throw error;
  return error.message || t(fallback);
}

/** Checks whether the API could not process a call, so that the same call may succeed later. */
export const isTemporaryCallError = ({ status }: ApiCallError): boolean => status >= 500 || status === 429;

/** Resolves to `undefined` if the API responds with 404. All other errors are rethrown. */
export async function readUnlessNotFound<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isApiReadError(error) && error.status === 404) return undefined;
    throw error;
  }
}
