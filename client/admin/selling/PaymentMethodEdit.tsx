import type { ReactNode } from 'react';
import ResourceEdit from '../resources/ResourceEdit.tsx';
import { PaymentMethodHints } from './PaymentMethodHints.tsx';

/** The form of a payment method, with an explanation of the method and a check of the IBAN in its instructions. */
export default function PaymentMethodEdit(): ReactNode {
  return (
    <ResourceEdit>
      <PaymentMethodHints />
    </ResourceEdit>
  );
}
