import type { ReactNode } from 'react';
import { DeleteButton, SaveButton, Toolbar } from 'react-admin';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { OpenNextVintageFormButton } from './OpenNextVintageFormButton.tsx';
import { ProductForm } from './ProductForm.tsx';
import { ViewProductButton } from './ViewProductButton.tsx';

/** The form of an existing product. */
export default function ProductEdit(): ReactNode {
  return (
    <ItemEditFrame>
      <ProductForm toolbar={<ProductToolbar />} />
    </ItemEditFrame>
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
