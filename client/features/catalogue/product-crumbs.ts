import { crumbsTo } from '#client/core/crumbs.ts';
import { pathOfKind, type Shell } from '#client/core/shell.ts';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import type { ProductKind } from '#shared/catalogue/catalogue-contract.ts';

/** The breadcrumb of a product, through the list that contains it. */
export function productCrumbs(shell: Shell, kind: ProductKind, title: string): Crumb[] {
  const listPath = pathOfKind(shell, kind === 'juice' ? 'GRAPE' : 'WINE');
  return listPath === null ? [{ title }] : crumbsTo({ shell }, listPath, title);
}
