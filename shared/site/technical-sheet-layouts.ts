/** The layouts of technical sheets. The first one is the default. */
export const technicalSheetLayouts = ['CLASSIC', 'MODERN'] as const;
export type TechnicalSheetLayout = (typeof technicalSheetLayouts)[number];
