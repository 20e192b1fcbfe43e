import { Alert } from '@mui/material';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ItemCreateFrame } from '../resources/ItemCreateFrame.tsx';
import { ProductForm } from './ProductForm.tsx';

/** The values that most new products share: those of a still wine with a vintage. */
const newProduct = {
  type: 'WINE',
  isPublished: true,
  appellation: '',
  summary: '',
  description: { html: '' },
  tasting: { eye: '', nose: '', mouth: '' },
  isVintage: true,
  isAlcohol: true,
  hasShippingFees: true,
  vatRate: 20,
  variants: [{ capacity: 75, capacityUnit: 'CENTILITRE', isStockManaged: true }],
};

/** The form for a new product, which may be filled in with the next vintage of an existing product. */
export default function ProductCreate(): ReactNode {
  const { t } = useAdminTexts();
  const { state } = useLocation();
  const isNextVintage = Boolean((state as { record?: object } | null)?.record);
  return (
    <>
      {isNextVintage && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {t('admin-catalogue.nextVintageHint')}
        </Alert>
      )}
      <ItemCreateFrame>
        <ProductForm defaultValues={newProduct} />
      </ItemCreateFrame>
    </>
  );
}
