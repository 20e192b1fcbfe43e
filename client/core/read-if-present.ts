import { isReadError } from '#shared/rendering.ts';

/** @returns what is read, or undefined where the API has no such thing. */
export async function readIfPresent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isReadError(error) && error.status === 404) return undefined;
    throw error;
  }
}
