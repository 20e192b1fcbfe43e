import { expect, test } from 'vitest';
import { isValidIban } from '#shared/payments/find-iban-in-text.ts';

test.each(['FR76 3000 6000 0112 3456 7890 189', 'DE89370400440532013000', 'gb82 west 1234 5698 7654 32'])(
  'isValidIban accepts the IBAN %s',
  (iban) => expect(isValidIban(iban)).toBe(true),
);

test.each(['FR76 3000 6000 0112 3456 7890 188', 'FR67 3000 6000 0112 3456 7890 189', 'FR76', ''])(
  'isValidIban rejects "%s"',
  (iban) => expect(isValidIban(iban)).toBe(false),
);
