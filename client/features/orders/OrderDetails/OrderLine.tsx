import { useTexts } from '#client/core/app-context.tsx';
import { formatBoxContents } from '#client/features/catalogue/format-box-contents.ts';
import { formatVolume } from '#client/features/catalogue/format-label.ts';
import { UnbrokenProductName } from '#client/features/catalogue/UnbrokenProductName.tsx';
import { toCentilitres } from '#shared/catalogue/capacity.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { buildProductPath } from '#shared/catalogue/product-path.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import type { OrderedProduct } from '#shared/orders/orders-contract.ts';
import css from './OrderDetails.module.css';

export function OrderLine({ product }: { product: OrderedProduct }) {
  const texts = useTexts();
  const { t, euros } = texts;
  const { slug, name, idProduct, kind, year, image } = product;
  const format = isDrinkKind(kind) ? formatVolume(toCentilitres(product), texts) : '';
  const facts = [year, format].filter(Boolean).join(' · ');
  const contents = formatBoxContents(product.contents, texts);
  return (
    <li>
      <div className={css.picture}>
        {image && (
          <img src={buildImageUrl(image.url, 128)} alt="" width={image.width} height={image.height} loading="lazy" />
        )}
      </div>
      <div>
        <p className={css.name}>
          {slug === null ? (
            <UnbrokenProductName name={name} />
          ) : (
            <a href={buildProductPath({ id: idProduct, slug, kind })}>
              <UnbrokenProductName name={name} />
            </a>
          )}
        </p>
        {facts && <p className={css.soft}>{facts}</p>}
        {contents && <p className={css.soft}>{contents}</p>}
        <p className={css.soft}>
          {t('orders.each', { count: product.quantity, price: euros(product.price) })}
          {product.pricePerLitre !== null && (
            <span> · {t('catalogue.price.per-litre', { price: euros(product.pricePerLitre) })}</span>
          )}
        </p>
      </div>
      <p className={css.amount}>{euros(product.total)}</p>
    </li>
  );
}
