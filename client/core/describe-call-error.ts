import { isApiReadError } from '#shared/rendering.ts';
import type { TextKey, Texts } from '#shared/texts.ts';

/**
 * Returns the message of a failed API call for the visitor, or the text `fallback` if the API sent none.
 * @throws `error` itself if it is not a failed API call
 */
export function describeCallError(error: unknown, t: Texts['t'], fallback: TextKey = 'site.error.503.text'): string {
  if (!isApiReadError(error)) throw error;
  return error.message || t(fallback);
}
