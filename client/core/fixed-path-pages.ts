/**
 * The kinds of the pages that every site has at fixed URL paths outside the page tree. Search engines index only
 * the reviews of the estate and the withdrawal function.
 */
export const fixedPathPageKinds = {
  '/cart': 'CART',
  '/checkout': 'CHECKOUT',
  '/checkout/done/:id': 'ORDER_PLACED',
  '/orders/:token': 'GUEST_ORDER',
  '/forms/:id': 'SINGLE_FORM',
  '/withdrawal': 'WITHDRAWAL',
  '/registrations/:token': 'REGISTRATION',
  '/review/:token': 'REVIEW_INVITATION',
  '/review/refuse/:token': 'REVIEW_REFUSAL',
  '/reviews': 'REVIEWS',
  '/auth': 'AUTH',
  '/auth/activate/:token': 'ACTIVATION',
  '/auth/invitation/:token': 'STAFF_INVITATION',
  '/password/reset/ask': 'PASSWORD_RESET_ASK',
  '/password/reset': 'PASSWORD_RESET',
  '/password/reset/:token': 'PASSWORD_RESET',
  '/newsletter/confirm/:token': 'NEWSLETTER_CONFIRMATION',
  '/newsletter/unsubscribe': 'NEWSLETTER_UNSUBSCRIPTION',
  '/newsletter/unsubscribe/:token': 'NEWSLETTER_UNSUBSCRIPTION',
  '/account': 'ACCOUNT',
  '/account/orders/:id': 'ACCOUNT_ORDER',
} as const;
export type PageKindOutsideTree = (typeof fixedPathPageKinds)[keyof typeof fixedPathPageKinds];

const kinds = new Map<string, PageKindOutsideTree>(Object.entries(fixedPathPageKinds));
const byPrefix = new Map(
  [...kinds].flatMap(([path, kind]) =>
    path.includes('/:') ? [[path.slice(0, path.indexOf('/:')), kind] as const] : [],
  ),
);

export function findPageKindOutsideTree(pathname: string): PageKindOutsideTree | undefined {
  return kinds.get(pathname) ?? byPrefix.get(pathname.slice(0, pathname.lastIndexOf('/')));
}
