import { z } from 'zod';
import { maxLineQuantity } from './limits.ts';
import { maxId } from './text-values.ts';

/** The id of a row. */
export const id = z.int().min(1).max(maxId);

/** The quantity of one cart line. */
export const quantity = z.int().min(1).max(maxLineQuantity);

export const text = (maxLength: number) => z.string().trim().max(maxLength);
export const requiredText = (maxLength: number) => text(maxLength).min(1);

/** Decimal euros. */
export const euros = z.number();
