import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { catalogueCustomScreens, catalogueScreens } from '../catalogue/catalogue-screens.ts';
import { contentScreens } from '../content/content-screens.ts';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { ordersScreens } from '../orders/orders-screens.ts';
import { pagesScreens } from '../pages/pages-screens.ts';
import { peopleCustomScreens, peopleScreens } from '../people/people-screens.ts';
import { createScreensOfResource } from '../resources/resource-screens.ts';
import { sellingCustomScreens, sellingScreens } from '../selling/selling-screens.ts';
import { siteCustomScreens, siteScreens } from '../site/site-screens.ts';
import { vouchersScreens } from '../vouchers/vouchers-screens.ts';

const arrangedScreens: readonly ResourceScreens[] = [
  ...ordersScreens,
  ...vouchersScreens,
  ...catalogueScreens,
  ...sellingScreens,
  ...pagesScreens,
  ...contentScreens,
  ...siteScreens,
  ...peopleScreens,
];

/**
 * The screens of all resources, in the order of the menu within each group. A kind of item that no list arranges comes
 * last in its group.
 */
export const resourceScreens: readonly ResourceScreens[] = [
  ...arrangedScreens,
  ...adminResourceSpecs
    .filter(({ name }) => !arrangedScreens.some((screens) => screens.name === name))
    .map(({ name }) => createScreensOfResource(name)),
];

export const customScreens: readonly CustomScreen[] = [
  ...catalogueCustomScreens,
  ...sellingCustomScreens,
  ...siteCustomScreens,
  ...peopleCustomScreens,
];
