import type { ReactNode } from 'react';
import ResourceEdit from '../resources/ResourceEdit.tsx';
import { ShippingFeePreview } from './ShippingFeePreview.tsx';

/** The form of a carrier, with a preview of its fees. */
export default function CarrierEdit(): ReactNode {
  return (
    <ResourceEdit>
      <ShippingFeePreview />
    </ResourceEdit>
  );
}
