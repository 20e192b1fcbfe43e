import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { maxTextLengths } from '#shared/limits.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { OrderSection } from '../OrderSection/OrderSection.tsx';
import { CustomerSearch } from './CustomerSearch.tsx';
import { OrderTextField } from './OrderTextField.tsx';
import { type Fulfilment, getFulfilment, type OrderFormCustomer, type OrderFormValues } from './order-form-values.ts';
import { twoColumns } from './two-columns.ts';
import type { OrderForm } from './use-order-form.ts';

const fields = [
  { name: 'firstname', type: 'text', maxLength: maxTextLengths.name },
  { name: 'lastname', type: 'text', maxLength: maxTextLengths.name },
  { name: 'phone', type: 'tel', maxLength: maxTextLengths.phone },
  { name: 'email', type: 'email', maxLength: maxTextLengths.email },
] as const satisfies readonly { name: keyof OrderFormCustomer; type: string; maxLength: number }[];

/**
 * The customer of a new order: an account, a name and contact details, or none for wines that are taken away at once.
 */
export function CustomerSection({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const { customer } = form.values;
  return (
    <OrderSection title={t('admin-orders.customer')}>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {listHelpTopics(form.values)
          .map((topic) => t(`admin-orders.create.customerHelp.${topic}`))
          .join(' ')}
      </Typography>
      <CustomerSearch form={form} />
      <Box sx={twoColumns}>
        {fields.map(({ name, type, maxLength }) => (
          <OrderTextField
            key={name}
            form={form}
            path={`user.${name}`}
            label={t(`admin-orders.create.${name}`)}
            type={type}
            autoComplete="off"
            value={customer[name]}
            maxLength={maxLength}
            onChange={(value) => form.change({ customer: { ...customer, [name]: value } }, `user.${name}`)}
          />
        ))}
      </Box>
      <Typography variant="body2" color="text.secondary" aria-live="polite">
        {t(`admin-orders.create.mail.${describeMail(form.values)}`)}
      </Typography>
    </OrderSection>
  );
}

/** Lists the topics of the help about the customer's details, as the last parts of texts' keys. */
function listHelpTopics(values: OrderFormValues): Fulfilment[] {
  const fulfilment = getFulfilment(values);
  if (!values.lines.some(({ isVoucher }) => isVoucher)) return [fulfilment];
  // The details are optional for wines that are taken away, but a voucher needs an email address.
  return fulfilment === 'TAKEN_AWAY' || fulfilment === 'MAIL' ? ['MAIL'] : [fulfilment, 'MAIL'];
}

/** Returns how the customer learns of the order, as the last part of a text's key. */
function describeMail({ account, customer }: OrderFormValues): 'none' | 'account' | 'guest' {
  const email = customer.email.trim().toLowerCase();
  if (email === '') return 'none';
  return account?.email.toLowerCase() === email ? 'account' : 'guest';
}
