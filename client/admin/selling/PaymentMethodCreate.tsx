import type { ReactNode } from 'react';
import ResourceCreate from '../resources/ResourceCreate.tsx';
import { PaymentMethodHints } from './PaymentMethodHints.tsx';

/** The form for a new payment method, with an explanation of the method and a check of the IBAN in its instructions. */
export default function PaymentMethodCreate(): ReactNode {
  return (
    <ResourceCreate>
      <PaymentMethodHints />
    </ResourceCreate>
  );
}
