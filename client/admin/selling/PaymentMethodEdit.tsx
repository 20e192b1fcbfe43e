import type { ReactNode } from 'react';
import ResourceEdit from '../resources/ResourceEdit.tsx';
import { PaymentMethodHints } from './PaymentMethodHints.tsx';

export default function PaymentMethodEdit(): ReactNode {
  return (
    <ResourceEdit>
      <PaymentMethodHints />
    </ResourceEdit>
  );
}
