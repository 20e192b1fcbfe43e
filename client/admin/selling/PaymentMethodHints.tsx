import { Alert } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Localized } from '#shared/localized.ts';
import { findIbanInText, isValidIban } from '#shared/payments/find-iban-in-text.ts';
import { type PaymentMethod, paymentMethodRecords } from '#shared/payments/payment-method.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** Explains the chosen payment method, and checks the IBAN in the instructions of a bank transfer. */
export default function PaymentMethodHints(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext();
  const enteredMethod: unknown = useWatch({ name: 'method' });
  const instructions = (useWatch({ name: 'instructions' }) ?? '') as Localized;
  const method = String(enteredMethod ?? record?.id ?? '') as PaymentMethod | '';
  if (method === '') return null;
  const explanation = t(`admin-choices.methodHelp.${method}`);
  if (!paymentMethodRecords[method].isBankTransfer) return <Alert severity="info">{explanation}</Alert>;
  const texts = typeof instructions === 'string' ? [instructions] : Object.values(instructions);
  const ibans = [...new Set(texts.flatMap((text) => findIbanInText(text) ?? []))];
  const wrong = ibans.find((iban) => !isValidIban(iban));
  return (
    <>
      <Alert severity="info">{explanation}</Alert>
      {wrong && <Alert severity="error">{t('admin-selling.iban.invalid', { iban: wrong })}</Alert>}
      {!wrong && ibans.length > 0 && (
        <Alert severity="success">{t('admin-selling.iban.valid', { iban: ibans.join(', ') })}</Alert>
      )}
      {ibans.length === 0 && <Alert severity="warning">{t('admin-selling.iban.missing')}</Alert>}
    </>
  );
}
