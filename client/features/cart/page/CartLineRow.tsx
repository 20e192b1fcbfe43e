import { useTexts } from '#client/core/app-context.tsx';
import { formatBoxContents } from '#client/features/catalogue/format-box-contents.ts';
import { BottleOutline } from '#client/features/catalogue/ProductCard/BottleOutline.tsx';
import { ProductPrice } from '#client/features/catalogue/ProductPrice/ProductPrice.tsx';
import { UnbrokenProductName } from '#client/features/catalogue/UnbrokenProductName.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { computeLinePrice } from '#shared/cart/line-price.ts';
import { toPriceView } from '#shared/catalogue/price-view.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { buildProductPath } from '#shared/catalogue/product-path.ts';
import { centsToEuros } from '#shared/money.ts';
import { getLineVariantOrFirst, toSellableItemOfLine } from '../cart-lines.ts';
import { describeLineVariant } from '../describe-line-variant.ts';
import type { CartLine } from '../persisted-cart.ts';
import css from './Cart.module.css';
import { LineQuantity } from './LineQuantity.tsx';

/** Row of the cart page for one cart line. `error` is the API's message about the line. */
export function CartLineRow({ line, error }: { line: CartLine; error: string | undefined }) {
  const texts = useTexts();
  const { product, quantity } = line;
  const facts = [describeLineVariant(line, texts), formatBoxContents(product.products, texts)].filter(Boolean);
  return (
    <li className={css.line}>
      <LinePicture line={line} />
      <div className={css.what}>
        <h3 className={css.name}>
          <a href={buildProductPath({ id: product.id, slug: product.slug, kind: product.kind })}>
            <UnbrokenProductName name={product.name} />
          </a>
        </h3>
        {facts.map((fact) => (
          <p key={fact} className={css.facts}>
            {fact}
          </p>
        ))}
        <div className={css.each}>
          <ProductPrice price={toPriceView(product, getLineVariantOrFirst(line))} size="each" />
        </div>
      </div>
      <LineQuantity line={line} error={error} />
      <p className={css.lineTotal}>
        <span className="unseen">{texts.t('cart.line-total')} </span>
        <span>{texts.euros(centsToEuros(computeLinePrice({ item: toSellableItemOfLine(line), quantity })))}</span>
      </p>
    </li>
  );
}

function LinePicture({ line: { product, variantId } }: { line: CartLine }) {
  const image = getLineVariantOrFirst({ product, variantId }).image ?? product.image;
  return (
    <div className={css.stage} data-kind={isDrinkKind(product.kind) ? 'bottle' : 'box'} aria-hidden="true">
      {image ? <Picture className={css.picture} image={{ ...image, tint: '' }} alt="" sizes={64} /> : <BottleOutline />}
    </div>
  );
}
