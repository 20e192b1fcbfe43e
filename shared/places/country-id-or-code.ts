import { z } from 'zod';
import { idField } from '#shared/contract-fields.ts';

/** A country by its numeric id or its ISO 3166-1 alpha-2 code. */
export const CountryIdOrCode = z.union([idField, z.string().regex(/^[A-Za-z]{2}$/)]);
export type CountryIdOrCode = z.infer<typeof CountryIdOrCode>;
