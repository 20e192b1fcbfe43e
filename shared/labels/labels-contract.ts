import { z } from 'zod';
import { defineContract, IdParam } from '../endpoint.ts';
import { Localized } from '../localized.ts';
import { ELabelNutrition, eLabelProductKinds, ingredientCodes } from './e-label-input.ts';

const ELabel = z.object({
  id: z.int(),
  /** The name in all languages of the estate, because a label is shown in more languages than its site. */
  name: Localized,
  kind: z.enum(eLabelProductKinds),
  vintage: z.int().nullable(),
  /** The alcohol content in percent by volume. */
  alcohol: z.number(),
  ingredients: z.array(z.enum(ingredientCodes)),
  nutrition: ELabelNutrition,
});
export type ELabel = z.infer<typeof ELabel>;

export const labelsContract = defineContract({
  'GET /e-label/{id}': {
    summary: 'The electronic label of a wine: ingredients and nutrition declaration',
    params: z.object({ id: IdParam }),
    data: z.object({ label: ELabel }),
    refusals: { not_found: 404 },
  },
});
