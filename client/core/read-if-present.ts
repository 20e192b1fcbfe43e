import { isReadError } from '#shared/rendering.ts';

/** @returns `undefined` if the API responds with 404. */
export async function readIfPresent<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isReadError(error) && error.status === 404) return undefined;
    throw error;
  }
}
