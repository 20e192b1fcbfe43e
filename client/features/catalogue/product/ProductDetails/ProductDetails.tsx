import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { ShareLinks } from '#client/core/share/ShareLinks.tsx';
import { formatProductTitle } from '#client/features/catalogue/format-product-title.ts';
import { ProductCards } from '#client/features/catalogue/ProductCards/ProductCards.tsx';
import { StatutoryNotices } from '#client/features/catalogue/StatutoryNotices/StatutoryNotices.tsx';
import { UnbrokenProductName } from '#client/features/catalogue/UnbrokenProductName.tsx';
import { ExternalReviewsSlot } from '#client/features/reviews/ExternalReviewsSlot.tsx';
import { ProductReviews } from '#client/features/reviews/ProductReviews.tsx';
import { RatingLink } from '#client/features/reviews/RatingLink.tsx';
import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { type LabelsById, useProductLabels } from '../meal-icon-and-variation-labels.ts';
import type { ProductPageData } from '../product-page-data.ts';
import type { ProductView } from '../product-view.ts';
import { useViewItemEvent } from '../use-view-item-event.ts';
import { Awards } from './Awards.tsx';
import { BoxContents } from './BoxContents.tsx';
import { Nutrition } from './Nutrition.tsx';
import { Pairings } from './Pairings.tsx';
import { ProductChoices } from './ProductChoices.tsx';
import css from './ProductDetails.module.css';
import { ProductGallery } from './ProductGallery.tsx';
import { ProductOffer } from './ProductOffer.tsx';
import { Tasting } from './Tasting.tsx';
import { TechnicalFacts } from './TechnicalFacts.tsx';

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
