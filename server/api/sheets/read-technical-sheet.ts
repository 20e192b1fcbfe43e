import { inArray } from 'drizzle-orm';
import { readAwards, readProductDetail } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImage } from '#server/api/media/media.ts';
import { files } from '#server/api/media/media-tables.ts';
import { parseHtmlBlocks } from '#server/api/pdf/parse-html-blocks.ts';
import {
  readConfigOfExternalApp,
  readFonts,
  readLogos,
  readMailBranding,
  readSiteInfoRow,
} from '#server/api/site/site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { toCentilitres } from '#shared/catalogue/capacity.ts';
import type { ProductDetail, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { parseTechnicalSheetConfig } from '#shared/catalogue/technical-sheet.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { inferFontStyle, inferFontWeight } from '#shared/site/font-weight.ts';
import type { SiteInfo } from '#shared/site/site-contract.ts';
import { createSheetTexts, type SheetTexts } from './sheet-texts.ts';
import type {
  LabelledSection,
  LabelledText,
  SheetFontRole,
  SheetImageReference,
  TechnicalSheet,
} from './technical-sheet.ts';

interface TechnicalSheetRequest {
  site: SiteRecord;
  lang: Lang;
  productId: number;
  /** The variant to describe; null for the first one. */
  variantId: number | null;
}

/** An award as one line of text. `vintage` is null if the award concerns all vintages. */
interface SheetAwardLine {
  text: string;
  vintage: number | null;
}

type ProductContent = Pick<
  TechnicalSheet,
  'name' | 'vintage' | 'origin' | 'summary' | 'figures' | 'sections' | 'healthWarning'
>;

/** Describes one variant of a product for its technical sheet. Figures and entries without text are left out. */
function describeProduct(
  product: ProductDetail,
  variant: Variant,
  awards: readonly SheetAwardLine[],
  texts: SheetTexts,
): ProductContent {
  const vintage = variant.year === null ? '' : String(variant.year);
  const kindName = texts.catalogue(`kind.${product.kind}`);
  const repeatsKind = product.appellation.startsWith(kindName);
  return {
    name: product.name,
    vintage: product.name.includes(vintage) ? '' : vintage,
    origin: [repeatsKind ? '' : kindName, product.appellation].filter(Boolean).join(' · '),
    summary: product.summary,
    figures: withText(describeFigures(product, variant, texts)),
    sections: describeSections(product, variant, awards, texts),
    healthWarning: product.isAlcohol ? texts.catalogue('notice.health') : '',
  };
}

const withText = (entries: readonly LabelledText[]): LabelledText[] => entries.filter(({ text }) => text !== '');

function describeFigures(product: ProductDetail, variant: Variant, texts: SheetTexts): LabelledText[] {
  const centilitres = toCentilitres(variant);
  const volume = centilitres === 0 ? '' : formatVolume(centilitres, texts);
  const alcohol =
    product.alcohol === null ? '' : texts.product('alcohol-value', { alcohol: texts.number(product.alcohol) });
  return [
    { label: texts.product('alcohol'), text: alcohol },
    { label: texts.sheet('volume'), text: volume },
    { label: texts.sheet('allergens'), text: product.allergens },
    { label: texts.product('reference'), text: variant.reference || (product.reference ?? '') },
  ];
}

const formatVolume = (centilitres: number, { catalogue, number }: SheetTexts): string =>
  centilitres < 100
    ? catalogue('format.cl', { volume: number(centilitres) })
    : catalogue('format.litre', { volume: number(centilitres / 100) });

function describeSections(
  { tasting, facts, mealIcons }: ProductDetail,
  { year }: Variant,
  awards: readonly SheetAwardLine[],
  texts: SheetTexts,
): LabelledSection[] {
  const section = (heading: string, entries: readonly LabelledText[]) => ({ heading, entries: withText(entries) });
  const unlabelled = (text: string) => ({ label: '', text });
  const ownAwards = awards.filter(({ vintage }) => vintage === null || vintage === year);
  return [
    section(texts.product('tasting'), [
      { label: texts.product('tasting.eye'), text: tasting.eye },
      { label: texts.product('tasting.nose'), text: tasting.nose },
      { label: texts.product('tasting.mouth'), text: tasting.mouth },
    ]),
    section(texts.product('facts'), facts),
    section(texts.product('pairings'), [unlabelled(mealIcons.map(({ label }) => label).join(' · '))]),
    section(
      texts.product('awards'),
      ownAwards.map(({ text }) => unlabelled(text)),
    ),
  ].filter(({ entries }) => entries.length > 0);
}

interface FontFile {
  family: string;
  hash: string;
  weight: number;
  style: 'italic' | 'normal';
}

/**
 * Chooses the font file for each text style of a technical sheet: the file of the estate's title or content font with
 * the same slant and the nearest weight. Null if the font has no such file.
 */
async function readSheetFonts(tx: SiteTx, fonts: SiteInfo['fonts']): Promise<Record<SheetFontRole, string | null>> {
  const candidates = await readFontFiles(tx);
  const familyOf = (type: 'TITLE' | 'CONTENT') => fonts.find((font) => font.type === type);
  const [title, content] = [familyOf('TITLE'), familyOf('CONTENT')];
  const choose = (family: string | undefined, weight: number, style: FontFile['style']): string | null => {
    const matches = candidates.filter((file) => file.family === family && file.style === style);
    const distanceOf = (file: FontFile) => Math.abs(file.weight - weight);
    return matches.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0]?.hash ?? null;
  };
  return {
    title: choose(title?.family, title?.weight ?? 400, 'normal'),
    regular: choose(content?.family, 400, 'normal'),
    bold: choose(content?.family, 700, 'normal'),
    italic: choose(content?.family, 400, 'italic'),
  };
}

async function readFontFiles(tx: SiteTx): Promise<FontFile[]> {
  const families = await readFonts(tx);
  const ids = families.flatMap((family) => family.files);
  if (ids.length === 0) return [];
  const rows = await tx.select().from(files).where(inArray(files.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return families.flatMap((family) =>
    family.files.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      return [
        { family: family.name, hash: row.hash, weight: inferFontWeight(row.name), style: inferFontStyle(row.name) },
      ];
    }),
  );
}

/**
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
    fonts: await readSheetFonts(tx, info?.fonts ?? []),
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
