import { readProductsByIds, sellsAlcohol } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts, type MailBlock, type MailContent, type MailProduct } from '#server/api/mail/mail-content.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { readNewsletterLists } from '#server/api/newsletter/newsletter-repository.ts';
import { type MailBranding, readDefaultLang, readMailBranding } from '#server/api/site/site.ts';
import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import { selectLowestPrice, toPriceView } from '#shared/catalogue/price-view.ts';
import { buildProductPath } from '#shared/catalogue/product-path.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { buildImageUrl, type Image, type ImageWidth } from '#shared/media/image.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import type { NewsletterBlock, NewsletterContent } from '#shared/newsletter/newsletter-issue-input.ts';
import {
  buildNewsletterUnsubscriptionPath,
  newsletterUnsubscriptionPagePath,
} from '#shared/newsletter/unsubscription-path.ts';

/** The content of an issue. The formatted texts of its blocks are sanitised. */
type NewsletterIssueContent = Pick<NewsletterContent, 'subject' | 'preheader' | 'blocks'> & { listId: number };

interface NewsletterIssueRecipient {
  to: string;
  lang: Lang;
  /** The token of the subscription; null for a preview or test, which link to the form that ends subscriptions. */
  unsubscribeToken: string | null;
  /** Origin of links and pictures; by default the site's canonical origin in the language. */
  origin?: string;
}

interface BlockContext {
  lang: Lang;
  branding: Pick<MailBranding, 'origin' | 'timeZone'>;
  pickLanguage: (text: Localized) => string;
}

/** The width of a mail's content in pixels. Pictures have twice as many pixels, for screens of high resolution. */
const contentWidth = 544;
const pictureFileWidth: ImageWidth = 1200;
const productFileWidth: ImageWidth = 256;

/**
 * Converts the blocks of an issue to those of a mail in one language. Pictures and products that no longer exist are
 * left out.
 */
async function toMailBlocks(
  tx: SiteTx,
  blocks: readonly NewsletterBlock[],
  context: BlockContext,
): Promise<MailBlock[]> {
  const { pickLanguage } = context;
  const imageIds = blocks.flatMap((block) => (block.block === 'picture' ? [block.image] : []));
  const images = await readImagesById(tx, imageIds, pickLanguage);
  const productIds = blocks.flatMap((block) => (block.block === 'products' ? block.products : []));
  const products = await readProductsByIds(tx, [...new Set(productIds)], { pickLanguage, now: new Date() });
  return blocks.flatMap((block) => toMailBlock(block, context, { images, products }) ?? []);
}

interface BlockData {
  images: ReadonlyMap<number, Image>;
  products: readonly Product[];
}

function toMailBlock(block: NewsletterBlock, context: BlockContext, { images, products }: BlockData): MailBlock | null {
  const { branding, pickLanguage } = context;
  switch (block.block) {
    case 'heading':
      return { kind: 'heading', text: pickLanguage(block.title) };
    case 'text':
      return { kind: 'richText', html: withAbsoluteLinks(htmlOf(block.body, pickLanguage), branding.origin) };
    case 'picture':
      return toPicture(images.get(block.image), block.link, branding.origin);
    case 'products':
      return { kind: 'products', products: selectInOrder(products, block.products).map(productCard(context)) };
    case 'button':
      return { kind: 'button', label: pickLanguage(block.label), href: toAbsoluteUrl(block.target, branding.origin) };
    case 'divider':
      return { kind: 'divider' };
  }
}

const htmlOf = (
  body: Extract<NewsletterBlock, { block: 'text' }>['body'],
  pickLanguage: BlockContext['pickLanguage'],
): string => ('html' in body ? pickLanguage(body.html) : '');

const toAbsoluteUrl = (target: string, origin: string): string =>
  target.startsWith('/') ? `${origin}${target}` : target;

/**
 * Makes the links of sanitised HTML absolute. The sanitiser writes every attribute in double quotes and escapes `>` in
 * values, so the pattern needs no other form.
 */
const withAbsoluteLinks = (html: string, origin: string): string =>
  html.replace(/<a\b[^<>]*? href="(?=\/(?!\/))/g, `$&${origin}`);

/** Returns the URL of a picture as JPEG, because JPEG and PNG are the only formats that all mail programs show. */
const toMailImageUrl = ({ url }: Image, width: ImageWidth, origin: string): string =>
  `${origin}${buildImageUrl(toImageRoute(url), width, 'jpeg')}`;

/**
 * Converts the file URL of an SVG to the URL of the image route with the same id, which converts the SVG to other
 * formats.
 */
const toImageRoute = (url: string): string => url.replace(/^\/file\/(\d+)\/[^?]*/, '/image/$1');

function toPicture(image: Image | undefined, link: string | null, origin: string): MailBlock | null {
  if (!image) return null;
  return {
    kind: 'picture',
    src: toMailImageUrl(image, pictureFileWidth, origin),
    alt: image.alt,
    width: Math.min(contentWidth, image.width),
    href: link === null ? null : toAbsoluteUrl(link, origin),
  };
}

const selectInOrder = (products: readonly Product[], ids: readonly number[]): Product[] =>
  ids.flatMap((id) => products.find((product) => product.id === id) ?? []);

const productCard =
  ({ lang, branding: { origin, timeZone } }: BlockContext) =>
  (product: Product): MailProduct => {
    const { name, appellation, summary, declination, image } = product;
    const texts = createMailTexts(lang, timeZone);
    const money = (cents: Cents) => texts.euros(centsToEuros(cents));
    const { now, perLitre, before } = selectLowestPrice(product);
    const isFrom = new Set(declination.map((variant) => toPriceView(product, variant).now)).size > 1;
    const amount = money(now);
    return {
      name,
      details: [appellation, summary].filter(Boolean).join('\n'),
      price: isFrom ? texts.t('newsletter.issue.price-from', { price: amount }) : amount,
      // The law requires both beside a price in advertising (directive 98/6/EC, articles 3(4) and 6a).
      priceDetails: [
        ...(perLitre === undefined ? [] : [texts.t('orders.placed.per-litre', { price: money(perLitre) })]),
        ...(before === undefined ? [] : [texts.t('newsletter.issue.price-before', { price: money(before) })]),
      ].join('\n'),
      href: `${origin}${buildProductPath(product)}`,
      image: image && { src: toMailImageUrl(image, productFileWidth, origin), alt: image.alt },
    };
  };

/**
 * Creates the mail of an issue to one recipient. The warning about alcohol is part of it as soon as the estate sells
 * alcohol, because a newsletter of such an estate is advertising.
 */
export async function createNewsletterIssueMail(
  tx: SiteTx,
  { listId, subject, preheader, blocks }: NewsletterIssueContent,
  { to, lang, unsubscribeToken, origin }: NewsletterIssueRecipient,
): Promise<MailContent> {
  const siteBranding = await readMailBranding(tx, lang);
  const branding = { ...siteBranding, origin: origin ?? siteBranding.origin };
  const defaultLang = await readDefaultLang(tx);
  const pickLanguage = (text: Localized) => resolveLocalized(text, lang, defaultLang);
  const list = (await readNewsletterLists(tx)).find(({ id }) => id === listId);
  return {
    kind: 'newsletter-issue',
    to,
    lang,
    subject: pickLanguage(subject),
    preheader: pickLanguage(preheader),
    blocks: await toMailBlocks(tx, blocks, { lang, branding, pickLanguage }),
    sellsAlcohol: await sellsAlcohol(tx),
    unsubscription: describeUnsubscription(branding, {
      lang,
      list: list ? pickLanguage(list.name) : '',
      unsubscribeToken,
    }),
  };
}

interface UnsubscriptionValues {
  lang: Lang;
  list: string;
  unsubscribeToken: string | null;
}

function describeUnsubscription(
  { name, timeZone, origin }: MailBranding,
  { lang, list, unsubscribeToken }: UnsubscriptionValues,
): NonNullable<MailContent['unsubscription']> {
  const texts = createMailTexts(lang, timeZone);
  const path =
    unsubscribeToken === null ? newsletterUnsubscriptionPagePath : buildNewsletterUnsubscriptionPath(unsubscribeToken);
  return {
    reason: texts.t('newsletter.footer.reason', { estate: name, list }),
    label: texts.t('newsletter.footer.link'),
    url: `${origin}${path}`,
  };
}
