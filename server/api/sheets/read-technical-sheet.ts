import { readAwards, readProductDetail } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImage } from '#server/api/media/media.ts';
import { parseHtmlBlocks } from '#server/api/pdf/parse-html-blocks.ts';
import { readConfigOfExternalApp, readLogos, readMailBranding, readSiteInfoRow } from '#server/api/site/site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import type { ProductDetail, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { parseTechnicalSheetConfig } from '#shared/catalogue/technical-sheet.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { describeProduct } from './describe-product.ts';
import { readSheetFontHashByRole } from './read-sheet-font-hash-by-role.ts';
import { createSheetTexts } from './sheet-texts.ts';
import type { SheetImageReference, TechnicalSheet } from './technical-sheet.ts';

export interface TechnicalSheetRequest {
  site: SiteRecord;
  lang: Lang;
  productId: number;
  /** The variant to describe; null for the first one. */
  variantId: number | null;
}

/**
 * Reads the content of a technical sheet.
 * @returns Null for an unknown product or variant, for a box or voucher, and if the estate offers no technical sheets.
 */
export async function readTechnicalSheet(
  tx: SiteTx,
  { site, lang, productId, variantId }: TechnicalSheetRequest,
): Promise<TechnicalSheet | null> {
  const info = await readSiteInfoRow(tx);
  const config = await readConfigOfExternalApp(tx, 'PRODUCT_FILE_GENERATOR');
  const options = parseTechnicalSheetConfig(config, info?.technicalFileModel ?? null);
  if (!options) return null;
  const pickLanguage = (text: Localized | null | undefined) => resolveLocalized(text, lang, site.defaultLang);
  const product = await readProductDetail(tx, productId, { pickLanguage, now: new Date() });
  const variant = product?.declination.find(({ id }) => variantId === null || id === variantId);
  if (!product || !variant || !isDrinkKind(product.kind)) return null;
  const awards = (await readAwards(tx, productId)).map(({ name, distinction, year, vintage }) => ({
    text: `${pickLanguage(distinction)}, ${pickLanguage(name)}, ${year}`,
    vintage,
  }));
  const texts = createSheetTexts(lang);
  const { name, address, phone, email, company, colours } = await readMailBranding(tx, lang);
  const content = describeProduct(product, variant, awards, texts);
  const { hasPicture, ...layout } = options;
  return {
    ...layout,
    lang,
    ...content,
    fileName: [product.slug, variant.year].filter(Boolean).join('-'),
    documentTitle: texts.sheet('document', { wine: [content.name, content.vintage].filter(Boolean).join(' ') }),
    heading: texts.sheet('title'),
    estate: {
      name,
      contact: [address, phone, email, company].filter(Boolean).join(' · '),
      website: hostOf(site, lang),
    },
    colours: { primary: colours.primary, accent: colours.accent, ground: colours.card, ink: colours.ink },
    fonts: await readSheetFontHashByRole(tx, info?.fonts ?? []),
    ...(await readSheetLogos(tx)),
    picture: hasPicture ? await readPicture(tx, product, variant) : null,
    description: toDescription(product, texts),
  };
}

const hostOf = ({ origins, defaultLang }: SiteRecord, lang: Lang): string =>
  (origins[lang] ?? origins[defaultLang] ?? '').replace(/^https?:\/\//, '');

async function readSheetImage(tx: SiteTx, imageId: number | undefined): Promise<SheetImageReference | null> {
  const image = imageId === undefined ? null : await readImage(tx, imageId);
  return image && { hash: image.hash, isSvg: image.type === 'image/svg+xml' };
}

const readPicture = (tx: SiteTx, product: ProductDetail, variant: Variant): Promise<SheetImageReference | null> =>
  readSheetImage(tx, (variant.image ?? product.image ?? product.images[0])?.id);

async function readSheetLogos(tx: SiteTx): Promise<Pick<TechnicalSheet, 'logo' | 'lightLogo'>> {
  const logos = await readLogos(tx);
  const imageOf = (types: readonly string[]) => logos.find(({ type }) => types.includes(type))?.imageId;
  return {
    logo: await readSheetImage(tx, imageOf(['LOGO', 'LOGO_LIGHT_THEME'])),
    lightLogo: await readSheetImage(tx, imageOf(['LOGO_DARK_THEME'])),
  };
}

function toDescription({ html, kind }: ProductDetail, texts: ReturnType<typeof createSheetTexts>) {
  const paragraphs = parseHtmlBlocks(html).flatMap(({ kind: block, marker, runs }) => {
    const text = runs.map((run) => run.text).join('');
    return block === 'rule' || text === '' ? [] : [[marker, text].filter(Boolean).join(' ')];
  });
  const isWine = kind !== 'juice' && kind !== 'cognac' && kind !== 'pineau';
  const heading = texts.product(isWine ? 'about' : 'about-other');
  return paragraphs.length > 0 ? { heading, paragraphs } : null;
}
