import { coerceQuantity } from '#shared/cart/coerce-quantity.ts';
import { cartLineIdModulus, maxCartLines, maxLineQuantity } from '#shared/limits.ts';
import { getLineQuantityStep } from './cart-lines.ts';
import type { CartLine, CartProduct, PersistedCart } from './persisted-cart.ts';

/**
 * Reduces a product to the fields and the one variant that a cart line contains.
 * @returns `null` if the product no longer has the variant
 */
function lineProduct(product: CartProduct | null, variantId: number): CartProduct | null {
  const variant = product?.declination.find(({ id }) => id === variantId);
  if (!product || !variant) return null;
  return {
    id: product.id,
    idProduct: product.idProduct,
    slug: product.slug,
    name: product.name,
    type: product.type,
    kind: product.kind,
    isVintage: product.isVintage,
    declination: [variant],
    price: product.price,
    discount: product.discount,
    hasShippingFees: product.hasShippingFees,
    sellByMultipleOf: product.sellByMultipleOf,
    quantity: product.quantity,
    setQuantity: product.setQuantity,
    vatRate: product.vatRate,
    isAlcohol: product.isAlcohol,
    image: product.image,
    products: product.products,
  };
}

/**
 * Returns an unused id for a cart line. The preferred id may belong to an older line, because the counter of ids starts
 * again at 0 after its maximum.
 */
function freeLineId(products: readonly CartLine[], preferredId: number): number {
  const isTaken = (id: number) => products.some((line) => line.id === id);
  let id = preferredId;
  while (isTaken(id)) id = (id + 1) % cartLineIdModulus;
  return id;
}

/**
 * Adds a line to the cart, or increases the quantity of the line with the same variant. The stock is not checked.
 * @returns the changed fields of the cart; none if the cart is full or the product does not have the variant
 */
export function computeCartChangeForAddedLine(
  { products, nextLineId }: PersistedCart,
  product: CartProduct,
  line: Omit<CartLine, 'id' | 'product'>,
): Partial<PersistedCart> {
  const reduced = lineProduct(product, line.variantId);
  if (!reduced) return {};
  const step = getLineQuantityStep({ ...line, product: reduced });
  const existing = products.find((other) => other.product.id === product.id && other.variantId === line.variantId);
  if (existing) {
    const quantity = coerceQuantity(existing.quantity + line.quantity, step, maxLineQuantity);
    return {
      products: products.map((other) => (other === existing ? { ...other, product: reduced, quantity } : other)),
    };
  }
  const quantity = coerceQuantity(line.quantity, step, maxLineQuantity);
  if (products.length >= maxCartLines || quantity === 0) return {};
  const id = freeLineId(products, nextLineId);
  return {
    products: [...products, { ...line, id, product: reduced, quantity }],
    nextLineId: (id + 1) % cartLineIdModulus,
  };
}

/**
 * Replaces the products of cart lines by newer versions, by product id. A line is removed if its product is `null`, or
 * no longer has its variant.
 */
export const updateProductsAndPruneLines = (
  lines: readonly CartLine[],
  products: ReadonlyMap<number, CartProduct | null>,
): CartLine[] =>
  lines.flatMap((line) => {
    const newer = products.get(line.product.id);
    if (newer === undefined) return [line];
    const product = lineProduct(newer, line.variantId);
    return product ? [{ ...line, product }] : [];
  });

export const updateLineStock = (lines: readonly CartLine[], quantities: ReadonlyMap<number, number>): CartLine[] =>
  lines.map((line) => ({
    ...line,
    product: {
      ...line.product,
      declination: line.product.declination.map((variant) => ({
        ...variant,
        quantity: quantities.get(variant.id) ?? variant.quantity,
      })),
    },
  }));
