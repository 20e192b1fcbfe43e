import { z } from 'zod';
import { maxId, maxLineQuantity } from './limits.ts';

/** A schema for an integer id of a database row. */
export const idField = z.int().min(1).max(maxId);

/** A schema for the revision on which a change is based. */
export const revisionField = z.int().min(0).max(maxId);

/** A schema for the quantity of one cart line. */
export const quantityField = z.int().min(1).max(maxLineQuantity);

export const createTextSchema = (maxLength: number) => z.string().trim().max(maxLength);
export const createRequiredTextSchema = (maxLength: number) => createTextSchema(maxLength).min(1);

/** A schema for an amount in decimal euros. */
export const eurosField = z.number();
