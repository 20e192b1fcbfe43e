import type { ReactNode } from 'react';
import SpecCreate from '../resources/SpecCreate.tsx';
import { ShippingFeePreview } from './ShippingFeePreview.tsx';

/** The form for a new carrier, with a preview of its fees. */
export default function CarrierCreate(): ReactNode {
  return (
    <SpecCreate>
      <ShippingFeePreview />
    </SpecCreate>
  );
}
