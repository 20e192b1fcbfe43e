import OpenInNew from '@mui/icons-material/OpenInNew';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { buildProductPath, type ProductPathFields } from '#shared/catalogue/product-path.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';

/** Opens the page of the saved product. On a phone there is no room for it beside the other buttons. */
export function ViewProductButton(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext<ItemRecord>();
  if (!record || record.$archivedAt) return null;
  const { id, slug, kind } = record;
  return (
    <Button
      href={buildProductPath({ id: Number(id), slug, kind } as ProductPathFields)}
      target="_blank"
      startIcon={<OpenInNew />}
      sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
    >
      {t('admin-catalogue.view')}
    </Button>
  );
}
