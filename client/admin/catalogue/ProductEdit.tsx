import ContentCopy from '@mui/icons-material/ContentCopy';
import OpenInNew from '@mui/icons-material/OpenInNew';
import type { ReactNode } from 'react';
import { DeleteButton, SaveButton, Toolbar, useRecordContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { buildNextVintageProduct } from '#shared/catalogue/build-next-vintage-product.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import { buildProductPath, type ProductPathFields } from '#shared/catalogue/product-path.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { ToolbarButton } from '../resources/ToolbarButton.tsx';
import { ProductForm } from './ProductForm.tsx';

export default function ProductEdit(): ReactNode {
  return (
    <ItemEditFrame>
      <ProductForm toolbar={<ProductToolbar />} />
    </ItemEditFrame>
  );
}

/** Opens the form for a new product with the next vintage of the current one. Nothing is stored before the save. */
function OpenNextVintageFormButton(): ReactNode {
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

function ViewProductButton(): ReactNode {
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

const ProductToolbar = (): ReactNode => (
  <Toolbar sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
    <SaveButton />
    <OpenNextVintageFormButton />
    <ViewProductButton />
    <DeleteButton mutationMode="pessimistic" />
  </Toolbar>
);
