import { isAdult } from '#shared/accounts/adult.ts';
import { passwordLengthLimits } from '#shared/accounts/password.ts';
import { isEmail, normalizeEmail } from '#shared/email.ts';
import { isIsoDate } from '#shared/is-iso-date.ts';
import { isPhone } from '#shared/phone.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { Texts } from '#shared/texts.ts';

/**
 * Creates the validation rules of the account forms. These rules repeat those of the API, so that errors appear before
 * the form is sent.
 */
export const createAccountFieldRules = ({ t }: Texts, timeZone: string) => ({
  required: { validate: (value: string) => value.trim() !== '' || t('accounts.field.required') },
  email: {
    required: t('accounts.field.required'),
    validate: (value: string) => isEmail(normalizeEmail(value)) || t('accounts.field.email.wrong'),
  },
  phone: {
    validate: (value: string) => value.trim() === '' || isPhone(value) || t('accounts.field.phone.wrong'),
  },
  password: {
    required: t('accounts.field.required'),
    minLength: {
      value: passwordLengthLimits.min,
      message: t('accounts.field.password.short', { min: passwordLengthLimits.min }),
    },
    maxLength: passwordLengthLimits.max,
  },
  birthdate: {
    required: t('accounts.field.required'),
    validate: {
      isDate: (value: string) => isIsoDate(value) || t('accounts.field.birthdate.wrong'),
      isAdult: (value: string) =>
        isAdult(value, toLocalDay(Date.now(), timeZone)) || t('accounts.field.birthdate.young'),
    },
  },
  optionalBirthdate: {
    validate: (value: string) => value === '' || isIsoDate(value) || t('accounts.field.birthdate.wrong'),
  },
});
