import { Box, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { CustomerSummary } from '#shared/admin/customers-contract.ts';
import { maxTextLengths } from '#shared/limits.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useAdminData } from '../../core/use-admin-data.ts';
import { OrderSection } from '../OrderSection/OrderSection.tsx';
import { OrderTextField, twoColumnFieldGrid } from './OrderTextField.tsx';
import {
  emptyOrderFormValues,
  type Fulfilment,
  getFulfilment,
  type OrderFormCustomer,
  type OrderFormValues,
} from './order-form-values.ts';
import { SearchField } from './SearchField.tsx';
import { useDebouncedValue } from './use-debounced-value.ts';
import type { OrderForm } from './use-order-form.ts';

const fields = [
  { name: 'firstname', type: 'text', maxLength: maxTextLengths.name },
  { name: 'lastname', type: 'text', maxLength: maxTextLengths.name },
  { name: 'phone', type: 'tel', maxLength: maxTextLengths.phone },
  { name: 'email', type: 'email', maxLength: maxTextLengths.email },
] as const satisfies readonly { name: keyof OrderFormCustomer; type: string; maxLength: number }[];

const maxCustomers = 20;

const nameOf = ({ firstname, lastname, email }: CustomerSummary): string => `${firstname} ${lastname}`.trim() || email;

function CustomerSearch({ form }: { form: OrderForm }): ReactNode {
  const { t } = useAdminTexts();
  const [search, setSearch] = useState('');
  const searched = useDebouncedValue(search.trim());
  const query = { search: searched, nbItem: maxCustomers };
  const { data, isCurrent } = useAdminData('GET /admin/customer', { query });
  const choose = (account: CustomerSummary | null) => {
    const { firstname, lastname, email, phone } = account ?? emptyOrderFormValues.customer;
    form.change({ account, customer: { firstname, lastname, email, phone } }, 'user');
  };
  return (
    <SearchField<CustomerSummary>
      label={t('admin-orders.create.findCustomer')}
      help={t('admin-orders.create.findCustomerHelp')}
      value={form.values.account}
      inputValue={search}
      onInputChange={(_event, text) => setSearch(text)}
      rows={isCurrent && searched === search.trim() ? data?.customers : undefined}
      noRowsText={t('admin-orders.create.noCustomer')}
      getLabel={nameOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      renderRow={(row) => (
        <>
          <Typography>{nameOf(row)}</Typography>
          <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
            {row.email}
          </Typography>
        </>
      )}
      onChoose={choose}
    />
  );
}

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
      <Box sx={twoColumnFieldGrid}>
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
