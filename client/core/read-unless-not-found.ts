import { isApiReadError } from '#shared/rendering.ts';

/** Resolves to `undefined` if the API responds with 404. All other errors are rethrown. */
export async function readUnlessNotFound<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (isApiReadError(error) && error.status === 404) return undefined;
    throw error;
  }
}
