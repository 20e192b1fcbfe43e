import {
  type ContentDetailPageKind,
  type ContentFolderPageKind,
  type ContentListPageKind,
  type ContentTypePages,
  contentTypePages,
} from '../content-type-pages.ts';

type ContentPageKind = ContentListPageKind | ContentFolderPageKind | ContentDetailPageKind;

const contentPageKinds = Object.values<ContentTypePages>(contentTypePages).flatMap(
  ({ listKind, folderKind, detailKind }) => [listKind, ...(folderKind ? [folderKind] : []), detailKind],
) as readonly string[] as readonly ContentPageKind[];

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
  ...contentPageKinds,
  'CONTACT',
  'FOLDER',
] as const;
export type PopupPageKind = (typeof popupPageKinds)[number];
