import type { ApiCallError } from './call-api.ts';

/** Checks whether the API could not process a call, so that the same call may succeed later. */
export const isTemporaryCallError = ({ status }: ApiCallError): boolean => status >= 500 || status === 429;
