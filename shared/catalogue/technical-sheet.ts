import { type TechnicalSheetLayout, technicalSheetLayouts } from '#shared/site/technical-sheet-layouts.ts';
import { apiBasePath } from '../api-path.ts';

const technicalSheetPageSizes = ['A4', 'LETTER'] as const;
export type TechnicalSheetPageSize = (typeof technicalSheetPageSizes)[number];

/** The options of technical sheets in the public configuration of the external application PRODUCT_FILE_GENERATOR. */
interface TechnicalSheetConfig {
  model: TechnicalSheetLayout;
  pageSize: TechnicalSheetPageSize;
  hasPicture: boolean;
}

/** @param config The public configuration. */
export const areTechnicalSheetsEnabled = (config: Readonly<Record<string, unknown>> | null | undefined): boolean =>
  config?.enabled === true;

/**
 * Reads the options of technical sheets. Unknown values count as absent, so that a typing error costs the estate a
 * layout but not the document.
 * @param siteModel The field `technicalFileModel` of the site info, which takes precedence over the configuration.
 * @returns Null if the estate offers no technical sheets.
 */
export function parseTechnicalSheetConfig(
  config: Readonly<Record<string, unknown>> | null,
  siteModel: string | null,
): TechnicalSheetConfig | null {
  if (!config || !areTechnicalSheetsEnabled(config)) return null;
  const models = [siteModel, config.model].map((name) => technicalSheetLayouts.find((model) => model === name));
  return {
    model: models.find((model) => model !== undefined) ?? technicalSheetLayouts[0],
    pageSize: technicalSheetPageSizes.find((size) => size === config.pageSize) ?? 'A4',
    hasPicture: config.picture !== false,
  };
}

/**
 * The path of the calls that return technical sheets, below which the ids of product and variant follow. No contract
 * describes these calls, because they return bytes.
 */
export const technicalSheetPathPrefix = '/product/generate/file';

export const buildTechnicalSheetPath = (productId: number, variantId: number): string =>
  `${apiBasePath}${technicalSheetPathPrefix}/${productId}/${variantId}`;
