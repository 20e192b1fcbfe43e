import ContentCopy from '@mui/icons-material/ContentCopy';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { buildNextVintageProduct } from '#shared/catalogue/build-next-vintage-product.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { ToolbarButton } from '../resources/ToolbarButton.tsx';

/** Opens the form for a new product with the next vintage of the current one. Nothing is stored before the save. */
export function OpenNextVintageFormButton(): ReactNode {
  const { t } = useAdminTexts();
  const navigate = useNavigate();
  const record = useRecordContext<ItemRecord>();
  if (!record) return null;
  const open = async () => {
    // The code of the form is loaded before the navigation. Otherwise the form of the old product would stay visible
    // under the URL of the new one until the code is loaded, and accept input that is then lost.
    await import('./ProductCreate.tsx');
    const { $revision: _revision, $archivedAt: _archivedAt, ...product } = record;
    navigate('/product/create', { state: { record: buildNextVintageProduct(product as unknown as ProductInput) } });
  };
  return <ToolbarButton label={t('admin-catalogue.nextVintage')} icon={<ContentCopy />} onClick={open} />;
}
