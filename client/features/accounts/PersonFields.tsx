import type { ComponentProps, ReactNode } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { maxTextLength } from '#shared/limits.ts';
import css from './Accounts.module.css';

type FormField = Omit<ComponentProps<typeof TextField>, 'label'>;

export function NameFields({ firstname, lastname }: { firstname: FormField; lastname: FormField }) {
  const { t } = useTexts();
  return (
    <div className={css.pair}>
      <TextField
        label={t('accounts.field.firstname')}
        autoComplete="given-name"
        maxLength={maxTextLength.name}
        {...firstname}
      />
      <TextField
        label={t('accounts.field.lastname')}
        autoComplete="family-name"
        maxLength={maxTextLength.name}
        {...lastname}
      />
    </div>
  );
}

interface BirthdateAndPhoneProps {
  birthdate: FormField;
  phone: FormField;
  /** Text below the field that explains why the birthdate is required. */
  hint?: ReactNode;
}

export function BirthdateAndPhoneFields({ birthdate, phone, hint }: BirthdateAndPhoneProps) {
  const { t } = useTexts();
  return (
    <div className={css.pair}>
      <TextField label={t('accounts.field.birthdate')} hint={hint} type="date" autoComplete="bday" {...birthdate} />
      <TextField
        label={t('accounts.field.phone')}
        optional={t('accounts.field.optional')}
        type="tel"
        autoComplete="tel"
        maxLength={maxTextLength.phone}
        {...phone}
      />
    </div>
  );
}
