import { Chip } from '@mui/material';
import type { ReactNode } from 'react';
import type { OverviewProduct } from '#shared/admin/product-overview-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { computeProductSummary } from './compute-product-summary.ts';

/** The state of a product in a list: archived, not published, sold out, or on sale. */
export function ProductState({ product }: { product: OverviewProduct }): ReactNode {
  const { t } = useAdminTexts();
  if (product.archivedAt) return <Chip size="small" label={t('admin-catalogue.state.archived')} />;
  if (!product.isPublished) return <Chip size="small" label={t('admin-catalogue.state.unpublished')} />;
  if (computeProductSummary(product).quantity === 0)
    return <Chip size="small" color="warning" variant="outlined" label={t('admin-catalogue.state.soldOut')} />;
  return <Chip size="small" color="success" variant="outlined" label={t('admin-catalogue.state.onSale')} />;
}
