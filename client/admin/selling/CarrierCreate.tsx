import type { ReactNode } from 'react';
import ResourceCreate from '../resources/ResourceCreate.tsx';
import { ShippingFeePreview } from './ShippingFeePreview.tsx';

export default function CarrierCreate(): ReactNode {
  return (
    <ResourceCreate>
      <ShippingFeePreview />
    </ResourceCreate>
  );
}
