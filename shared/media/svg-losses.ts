/** Kinds of content that an SVG can lose when it is sanitised, so that it may look different. The uploader sees them. */
export const svgLosses = ['pictures', 'scripts', 'styles', 'effects', 'foreign_text', 'fonts'] as const;
export type SvgLoss = (typeof svgLosses)[number];
