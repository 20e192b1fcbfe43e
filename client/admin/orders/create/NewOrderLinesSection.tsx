import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { OrderSection } from '../OrderSection/OrderSection.tsx';
import { NewOrderLineRow } from './NewOrderLineRow.tsx';
import type { OrderForm } from './use-order-form.ts';
import { VariantSearch } from './VariantSearch.tsx';

/** The wines of a new order, with the search that adds them. */
export function NewOrderLinesSection({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <OrderSection title={t('admin-orders.create.wines')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mb: 1.5, p: 0 }}>
        {form.values.lines.map((line, index) => (
          <NewOrderLineRow key={line.variantId} form={form} line={line} index={index} />
        ))}
      </Box>
      <VariantSearch form={form} />
    </OrderSection>
  );
}
