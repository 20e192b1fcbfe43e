import { z } from 'zod';
import { defineContract } from '#shared/endpoint.ts';
import { svgLosses } from './svg-losses.ts';

const maxUrlLength = 2_000;

export const svgFromUrlContract = defineContract({
  'POST /image/load-svg': {
    summary: 'Loads an SVG from a public URL, and returns it without scripts and external references',
    access: 'staff',
    body: z.strictObject({ url: z.string().trim().min(1).max(maxUrlLength) }),
    data: z.object({
      /** The sanitised SVG, from `<svg` to `</svg>`. */
      svg: z.string(),
      /** The kinds of content that were removed and may change its look. */
      losses: z.array(z.enum(svgLosses)),
    }),
    refusals: {
      url_not_public: 422,
      url_unreachable: 422,
      url_too_large: 413,
      url_wrong_type: 415,
      unreadable_svg: 422,
      expensive_svg: 422,
      too_many: 429,
    },
  },
});
