import type { ApiCallError } from '#client/core/call-api.ts';

/** Checks whether the API has refused a discount code. Otherwise it could not validate the code, which may be valid. */
export const isDiscountCodeRefusal = ({ status }: ApiCallError): boolean => status < 500 && status !== 429;
