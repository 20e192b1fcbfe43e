import type { ComponentProps } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { TextField } from '#client/ui/form/Field.tsx';
import { maxTextLengths } from '#shared/limits.ts';
import css from './Accounts.module.css';
import { BirthdateField } from './BirthdateField.tsx';

type FormField = Omit<ComponentProps<typeof TextField>, 'label'>;

export function NameFields({ firstname, lastname }: { firstname: FormField; lastname: FormField }) {
  const { t } = useTexts();
  return (
    <div className={css.pair}>
      <TextField
        label={t('accounts.field.firstname')}
        autoComplete="given-name"
        maxLength={maxTextLengths.name}
        {...firstname}
      />
      <TextField
        label={t('accounts.field.lastname')}
        autoComplete="family-name"
        maxLength={maxTextLengths.name}
        {...lastname}
      />
    </div>
  );
}

interface PersonalFieldsProps {
  birthdate: ComponentProps<typeof BirthdateField>;
  phone: FormField;
}

export function PersonDetails({ birthdate, phone }: PersonalFieldsProps) {
  const { t } = useTexts();
  return (
    <div className={css.pair}>
      <BirthdateField {...birthdate} />
      <TextField
        label={t('accounts.field.phone')}
        optional={t('accounts.field.optional')}
        type="tel"
        autoComplete="tel"
        maxLength={maxTextLengths.phone}
        {...phone}
      />
    </div>
  );
}
