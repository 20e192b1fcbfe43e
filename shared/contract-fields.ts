import { z } from 'zod';
import { maxId, maxLineQuantity } from './limits.ts';

export const idField = z.int().min(1).max(maxId);

export const revisionField = z.int().min(0).max(maxId);

export const quantityField = z.int().min(1).max(maxLineQuantity);

export const createTextSchema = (maxLength: number) => z.string().trim().max(maxLength);
export const createRequiredTextSchema = (maxLength: number) => createTextSchema(maxLength).min(1);

/** A schema for an amount in decimal euros. */
export const eurosField = z.number();
