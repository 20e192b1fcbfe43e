import { isReadError } from '#shared/rendering.ts';

/** Turns a 404 of the API into `undefined`; all other errors are rethrown. */
export async function readIfPresent<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isReadError(error) && error.status === 404) return undefined;
    throw error;
  }
}
