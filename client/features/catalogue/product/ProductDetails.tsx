import { useEffect } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { ShareLinks } from '#client/core/share/ShareLinks.tsx';
import { shopEventChannel } from '#client/core/shop-events.ts';
import { formatVolume } from '#client/features/catalogue/format-label.ts';
import { formatProductTitle } from '#client/features/catalogue/format-product-title.ts';
import { ProductCards } from '#client/features/catalogue/ProductCards/ProductCards.tsx';
import { StatutoryNotices } from '#client/features/catalogue/StatutoryNotices/StatutoryNotices.tsx';
import { UnbrokenProductName } from '#client/features/catalogue/UnbrokenProductName.tsx';
import { ExternalReviewsSlot } from '#client/features/reviews/ExternalReviewsSlot.tsx';
import { ProductReviews } from '#client/features/reviews/ProductReviews.tsx';
import { RatingLink } from '#client/features/reviews/RatingLink.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import type { MealIcon as Meal } from '#shared/catalogue/catalogue-contract.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { type LabelsById, useProductLabels } from './meal-icon-and-variation-labels.ts';
import { mealIconDrawings } from './meal-icon-drawings.ts';
import { Nutrition } from './Nutrition.tsx';
import { ProductChoices } from './ProductChoices.tsx';
import css from './ProductDetails.module.css';
import { ProductGallery } from './ProductGallery.tsx';
import { ProductOffer } from './ProductOffer.tsx';
import type { ProductPageData } from './product-page-data.ts';
import type { AwardView, BoxContentView, ProductView } from './product-view.ts';

export function ProductDetails({ product, crumbs, reviews, reviewsServiceHost, ...about }: ProductPageData) {
  const { parameters } = useSiteShell();
  const labels = useProductLabels(product);
  useViewItemEvent(product);
  return (
    <article className={`page ${css.product}`}>
      <PageBreadcrumb crumbs={crumbs} />
      <div className={css.top} data-style={parameters.PRODUCT_DETAILS_PAGE_STYLE}>
        <ProductGallery product={product} />
        <div className={css.words}>
          <ProductName product={product} />
          {reviews && <RatingLink reviews={reviews} />}
          {product.summary && <p className={css.summary}>{product.summary}</p>}
          <ProductChoices product={product} variationLabels={labels.variations} />
          <ProductOffer product={product} />
          <BoxContents contents={product.contents} />
          <Awards awards={product.awards} />
        </div>
      </div>
      <About product={product} mealLabels={labels.mealIcons} {...about} />
      {reviews && <ProductReviews key={product.id} productId={product.id} first={reviews} />}
      {reviewsServiceHost && <ExternalReviewsSlot productId={product.id} service={reviewsServiceHost} />}
      <Recommendations product={product} />
      <StatutoryNotices
        hasAlcohol={product.isAlcohol || product.recommended.some(({ kind }) => kind !== 'juice' && kind !== 'voucher')}
      />
    </article>
  );
}

function ProductName({ product: { kind, appellation, name, chosen } }: { product: ProductView }) {
  const { t } = useTexts();
  const kindName = t(`catalogue.kind.${kind}`);
  // Leaves out the kind of product if the appellation repeats it, as in "Cognac · Cognac AOC".
  const eyebrow = appellation.startsWith(kindName) ? [appellation] : [kindName, appellation].filter(Boolean);
  return (
    <header>
      <p className={css.eyebrow}>{eyebrow.join(' · ')}</p>
      <h1 className={css.name}>
        <UnbrokenProductName name={name} />
        {chosen.year !== null && !name.includes(String(chosen.year)) && (
          <span className={css.year}>{` ${chosen.year}`}</span>
        )}
      </h1>
    </header>
  );
}

interface AboutProps extends Pick<ProductPageData, 'product' | 'html' | 'shipping' | 'technicalSheet'> {
  mealLabels: LabelsById;
}

function About({ product, html, shipping, technicalSheet, mealLabels }: AboutProps) {
  const { t } = useTexts();
  const isSpirit = product.kind === 'cognac' || product.kind === 'pineau';
  const title = product.kind === 'juice' || !isDrinkKind(product.kind) || isSpirit ? 'about-other' : 'about';
  return (
    <div className={css.about}>
      <div className={css.column}>
        <section>
          <h2>{t(`product.${title}`)}</h2>
          <ServerHtml id={`description-${product.id}`} html={html} className={prose.prose} />
        </section>
        <Tasting tasting={product.tasting} />
        <Pairings meals={product.mealIcons} labels={mealLabels} />
        <ShareLinks title={formatProductTitle(product, product.chosen)} path={product.path} />
      </div>
      <div className={css.column}>
        <TechnicalFacts product={product} sheet={technicalSheet} />
        <Nutrition product={product} />
        {shipping && <ShippingDetails html={shipping.html} />}
      </div>
    </div>
  );
}

function ShippingDetails({ html }: { html: string | undefined }) {
  const { t } = useTexts();
  return (
    <details className={css.nutrition}>
      <summary>
        <h2>{t('product.shipping')}</h2>
      </summary>
      <ServerHtml id="shipping" html={html} className={prose.prose} />
    </details>
  );
}

function Recommendations({ product: { recommended } }: { product: ProductView }) {
  const { t } = useTexts();
  if (recommended.length === 0) return null;
  return (
    <section className={css.neighbours}>
      <h2>{t('product.neighbours')}</h2>
      <ProductCards cards={recommended.slice(0, 4)} heading="h3" />
    </section>
  );
}

function Awards({ awards }: { awards: readonly AwardView[] }) {
  const { t } = useTexts();
  if (awards.length === 0) return null;
  return (
    <section className={css.part}>
      <h2 className={css.small}>{t('product.awards')}</h2>
      <ul className={css.awards}>
        {awards.map(({ id, medal, distinction, name, year, vintage, picture }) => (
          <li key={id} data-medal={medal}>
            {/* The picture has no text alternative, because the text beside it is equivalent. */}
            {picture ? <Picture image={picture} sizes={72} alt="" /> : <MedalIcon />}
            <span>
              <strong>{distinction}</strong> {name}, {year}
              {vintage !== null && (
                <span className={css.soft}> ({t('product.vintage-awarded', { vintage: String(vintage) })})</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MedalIcon = () => (
  <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
    <path d="M11 18.5 8 30l8-4 8 4-3-11.5" />
    <circle cx="16" cy="11.5" r="9" />
    <circle cx="16" cy="11.5" r="5.5" />
  </svg>
);

function BoxContents({ contents }: { contents: readonly BoxContentView[] }) {
  const texts = useTexts();
  const { t, number } = texts;
  if (contents.length === 0) return null;
  return (
    <section className={css.part}>
      <h2 className={css.small}>{t('product.contents')}</h2>
      <ul className={css.contents}>
        {contents.map(({ id, href, name, quantity, year, centilitres }) => (
          <li key={id}>
            <span className={css.times}>{t('catalogue.product.quantity', { n: number(quantity) })}</span>
            <span>
              <a href={href}>{name}</a>
              <span className={css.soft}>
                {' '}
                {[year, formatVolume(centilitres, texts)].filter((part) => part !== null).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const senses = ['eye', 'nose', 'mouth'] as const;

function Tasting({ tasting }: Pick<ProductView, 'tasting'>) {
  const { t } = useTexts();
  const noted = senses.filter((sense) => tasting[sense] !== '');
  if (noted.length === 0) return null;
  return (
    <section>
      <h2>{t('product.tasting')}</h2>
      <dl className={css.tasting}>
        {noted.map((sense) => (
          <div key={sense}>
            <dt>{t(`product.tasting.${sense}`)}</dt>
            <dd>{tasting[sense]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface TechnicalFactsProps {
  product: ProductView;
  /** URL path of the technical sheet as a PDF; null if there is none. */
  sheet: string | null;
}

function TechnicalFacts({ product: { facts, alcohol, chosen }, sheet }: TechnicalFactsProps) {
  const { t, number } = useTexts();
  const rows = [...facts];
  if (alcohol !== null) {
    rows.push({
      label: t('product.alcohol'),
      text: t('product.alcohol-value', { alcohol: number(alcohol) }),
    });
  }
  if (chosen.reference) rows.push({ label: t('product.reference'), text: chosen.reference });
  if (rows.length === 0 && sheet === null) return null;
  return (
    <section>
      <h2>{t('product.facts')}</h2>
      <dl className={css.facts}>
        {rows.map(({ label, text }) => (
          <div key={`${label}: ${text}`}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {sheet !== null && (
        <p className={css.sheet}>
          <a href={sheet} type="application/pdf">
            {t('product.sheet')}
          </a>
        </p>
      )}
    </section>
  );
}

function useViewItemEvent({ name, chosen: { id, year, price } }: ProductView): void {
  const priceCents = price.now;
  useEffect(() => {
    const item = { id, name, vintage: String(year ?? ''), priceCents, quantity: 1 };
    shopEventChannel.publish({ name: 'view_item', items: [item], totalCents: priceCents });
  }, [id, name, year, priceCents]);
}

interface PairingsProps {
  meals: ProductView['mealIcons'];
  /** Current labels by meal icon id, which replace the labels in the cached page. */
  labels: LabelsById;
}

export function Pairings({ meals, labels }: PairingsProps) {
  const { t } = useTexts();
  if (meals.length === 0) return null;
  return (
    <section>
      <h2>{t('product.pairings')}</h2>
      <ul className={css.meals}>
        {meals.map(({ id, icon, label }) => (
          <li key={id}>
            <MealIcon icon={icon} />
            {labels.get(id) ?? label}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Decorative icon of a food. The label beside it names the food. */
const MealIcon = ({ icon }: { icon: Meal['icon'] }) => (
  <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">
    <path
      d={mealIconDrawings[icon]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
