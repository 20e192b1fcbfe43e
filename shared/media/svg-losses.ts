/** What an SVG loses when it is sanitised, so that it may look different: said to the person who uploads it. */
export const svgLosses = ['pictures', 'scripts', 'styles', 'effects', 'foreign_text', 'fonts'] as const;
export type SvgLoss = (typeof svgLosses)[number];
