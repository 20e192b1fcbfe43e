/**
 * The kinds of pages on which popups may appear. Cart, checkout, account, forms, legal pages and pages from links in
 * mails are left out, because nothing may interrupt them.
 */
export const popupPageKinds = [
  'HOME',
  'ESTATE',
  'MOTORHOME',
  'CMS',
  'TEXT',
  'WINE',
  'GRAPE',
  'PRODUCT',
  'PRODUCT_SEARCH',
  'NEWS',
  'NEWS_ARTICLE',
  'BLOG',
  'BLOG_FOLDER',
  'BLOG_POST',
  'ALBUMS',
  'ALBUM',
  'ELEMENTS',
  'ELEMENT',
  'SERVICES',
  'SERVICE',
  'CONTACT',
  'FOLDER',
] as const;
export type PopupPageKind = (typeof popupPageKinds)[number];
