import { createBreadcrumb } from '#client/core/breadcrumb.ts';
import { findPathOfPageKind, type SiteShell } from '#client/core/site-shell.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import type { ProductKind } from '#shared/catalogue/catalogue-contract.ts';

export function createProductBreadcrumb(shell: SiteShell, kind: ProductKind, title: string): BreadcrumbItem[] {
  const listPath = findPathOfPageKind(shell, kind === 'juice' ? 'GRAPE' : 'WINE');
  return listPath === null ? [{ title }] : createBreadcrumb({ shell }, listPath, title);
}
