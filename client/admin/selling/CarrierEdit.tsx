import type { ReactNode } from 'react';
import ResourceEdit from '../resources/ResourceEdit.tsx';
import { ShippingFeePreview } from './ShippingFeePreview.tsx';

export default function CarrierEdit(): ReactNode {
  return (
    <ResourceEdit>
      <ShippingFeePreview />
    </ResourceEdit>
  );
}
