import { z } from 'zod';
import { maxLineQuantity } from './limits.ts';

/** The id of a row; the upper bound is PostgreSQL's `integer`. */
export const id = z.int().min(1).max(2_147_483_647);

/** The quantity of one cart line. */
export const quantity = z.int().min(1).max(maxLineQuantity);

export const text = (maxLength: number) => z.string().trim().max(maxLength);
export const requiredText = (maxLength: number) => text(maxLength).min(1);

/** Decimal euros. */
export const euros = z.number();
