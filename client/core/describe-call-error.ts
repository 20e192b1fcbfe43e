import { isApiReadError } from '#shared/rendering.ts';
import type { TextKey, Texts } from '#shared/texts.ts';

/**
 * Returns the message of a failed call for the visitor; the text `fallback` if the API sent none.
 * @throws every error that is no failed call.
 */
export function describeCallError(error: unknown, t: Texts['t'], fallback: TextKey = 'site.error.503.text'): string {
  if (!isApiReadError(error)) throw error;
  return error.message || t(fallback);
}
