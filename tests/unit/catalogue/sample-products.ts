import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';

/** Creates a variant without a vintage: a 75 cl bottle for 10 euros with ample stock. */
export const createSampleVariant = (overrides: Partial<Variant> = {}): Variant => ({
  id: 1,
  reference: '',
  year: null,
  price: 10,
  discount: null,
  lowestPrice: null,
  capacity: 75,
  capacityUnit: 'CENTILITRE',
  quantity: 100,
  setQuantity: true,
  sellByMultipleOf: 1,
  variation1: null,
  variation2: null,
  variation3: null,
  image: null,
  ...overrides,
});

/** Creates a red wine with one variant. */
export const createSampleWine = (overrides: Partial<Product> = {}): Product => ({
  id: 7,
  idProduct: 7,
  slug: 'merlot',
  name: 'Merlot',
  type: { type: 'WINE' },
  kind: 'red',
  appellation: 'IGP Charentais',
  summary: '',
  isVintage: true,
  declination: [createSampleVariant()],
  price: 10,
  discount: null,
  hasShippingFees: true,
  sellByMultipleOf: 1,
  quantity: 100,
  setQuantity: true,
  vatRate: 20,
  isAlcohol: true,
  tags: [],
  image: null,
  promoted: false,
  rating: null,
  products: [],
  ...overrides,
});
