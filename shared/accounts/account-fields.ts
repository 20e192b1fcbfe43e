import { z } from 'zod';
import { createRequiredTextSchema } from '../contract-fields.ts';
import { isEmail, normalizeEmail } from '../email.ts';
import { maxTextLengths } from '../limits.ts';
import { isPhone, normalizePhone } from '../phone.ts';
import { passwordLengthLimits } from './password.ts';

export const Email = z
  .string()
  .overwrite(normalizeEmail)
  .max(maxTextLengths.email)
  .refine(isEmail)
  .meta({ format: 'email' });
export const PhoneOrEmpty = z
  .string()
  .overwrite(normalizePhone)
  .max(maxTextLengths.phone)
  .refine((phone) => phone === '' || isPhone(phone));

export const Password = z.string().min(passwordLengthLimits.min).max(passwordLengthLimits.max);
export const CurrentPassword = z.string().min(1).max(passwordLengthLimits.max);
/** Customers' birthdates are `YYYY-MM-DD` and not before 1900, because earlier ones are typing errors. */
export const Birthdate = z.iso.date().refine((day) => day >= '1900-01-01');
/** A one-time code of six digits, or a recovery code. */
export const LoginOrRecoveryCode = createRequiredTextSchema(40);
/** The token in a link that a mail contains, for example to reset a password. */
export const MailLinkToken = z.string().regex(/^[\w-]{20,100}$/);
