import OpenInNew from '@mui/icons-material/OpenInNew';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { buildProductPath, type ProductPathFields } from '#shared/catalogue/product-path.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { ToolbarButton } from '../resources/ToolbarButton.tsx';

/** Opens the page of the saved product. */
export function ViewProductButton(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext<ItemRecord>();
  if (!record || record.$archivedAt || record.isPublished === false) return null;
  const { id, slug, kind } = record;
  return (
    <ToolbarButton
      label={t('admin-catalogue.view')}
      icon={<OpenInNew />}
      href={buildProductPath({ id: Number(id), slug, kind } as ProductPathFields)}
    />
  );
}
