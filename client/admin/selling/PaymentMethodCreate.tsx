import type { ReactNode } from 'react';
import ResourceCreate from '../resources/ResourceCreate.tsx';
import { PaymentMethodHints } from './PaymentMethodHints.tsx';

export default function PaymentMethodCreate(): ReactNode {
  return (
    <ResourceCreate>
      <PaymentMethodHints />
    </ResourceCreate>
  );
}
