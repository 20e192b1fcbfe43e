import { QueryClient } from '@tanstack/react-query';
import { HttpError } from 'react-admin';

/** Number of repetitions of a read call that failed for a reason that may pass. */
const repetitions = 2;

/** Returns true if the same read call may succeed when it is repeated: there was no response, or the server failed. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.status === 0 || error.status >= 500;

/**
 * Creates the cache of the panel's read calls. A refused call is not repeated: a 401 that arrived late would open the
 * dialog about the end of the session again after it was closed, and a 404 would be shown seconds late.
 */
export const createPanelQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: (failures, error) => failures < repetitions && isTemporary(error) } },
  });
