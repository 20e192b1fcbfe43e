import type { ReactNode } from 'react';
import SpecEdit from '../resources/SpecEdit.tsx';
import { ShippingFeePreview } from './ShippingFeePreview.tsx';

/** The form of a carrier, with a preview of its fees. */
export default function CarrierEdit(): ReactNode {
  return (
    <SpecEdit>
      <ShippingFeePreview />
    </SpecEdit>
  );
}
