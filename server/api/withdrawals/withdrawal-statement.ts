import { readTextsByLanguage } from '#server/texts/read-texts.ts';
import { interpolate } from '#shared/interpolate.ts';
import type { Lang } from '#shared/languages.ts';

const key = 'statement';
const texts = readTextsByLanguage<typeof key, string>('withdrawals', [key]);

/**
 * Returns the sentence that the withdrawal page shows for confirmation. It uses the page's own text, so that mail and
 * page cannot differ.
 */
export const formatWithdrawalStatement = (
  lang: Lang,
  { name, orderNumber }: { name: string; orderNumber: string },
): string => interpolate(texts[lang][key], { name: name.trim(), number: orderNumber.trim() });
