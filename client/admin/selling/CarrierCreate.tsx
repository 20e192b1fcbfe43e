import type { ReactNode } from 'react';
import ResourceCreate from '../resources/ResourceCreate.tsx';
import { ShippingFeePreview } from './ShippingFeePreview.tsx';

/** The form for a new carrier, with a preview of its fees. */
export default function CarrierCreate(): ReactNode {
  return (
    <ResourceCreate>
      <ShippingFeePreview />
    </ResourceCreate>
  );
}
