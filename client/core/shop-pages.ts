/** Pages of the shop that every site has at these paths; no tree lists them and no search engine should. */
export const shopPages = {
  '/cart': 'CART',
  '/checkout': 'CHECKOUT',
  '/checkout/done/:id': 'ORDER_PLACED',
  '/withdrawal': 'WITHDRAWAL',
  '/auth': 'AUTH',
  '/auth/activate/:token': 'ACTIVATION',
  '/password/reset/ask': 'PASSWORD_RESET_ASK',
  '/password/reset': 'PASSWORD_RESET',
  '/password/reset/:token': 'PASSWORD_RESET',
  '/newsletter/confirm/:token': 'NEWSLETTER_CONFIRMATION',
  '/account': 'ACCOUNT',
  '/account/orders/:id': 'ACCOUNT_ORDER',
} as const;
export type ShopPageKind = (typeof shopPages)[keyof typeof shopPages];

const kinds = new Map<string, ShopPageKind>(Object.entries(shopPages));
const byPrefix = new Map(
  [...kinds].flatMap(([path, kind]) =>
    path.includes('/:') ? [[path.slice(0, path.indexOf('/:')), kind] as const] : [],
  ),
);

/** The kind of the shop's page at a path; undefined where the shop has none there. */
export function shopKindAt(pathname: string): ShopPageKind | undefined {
  return kinds.get(pathname) ?? byPrefix.get(pathname.slice(0, pathname.lastIndexOf('/')));
}
