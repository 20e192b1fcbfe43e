import { readServerTexts } from '#server/texts/read-texts.ts';
import { interpolate } from '#shared/interpolate.ts';
import type { Lang } from '#shared/languages.ts';

const key = 'statement';
const texts = readServerTexts<typeof key, string>('withdrawals', [key]);

/** The sentence that the page shows for confirmation. It is read from the page's own text, so that both are the same. */
export const formatWithdrawalStatement = (
  lang: Lang,
  { name, orderNumber }: { name: string; orderNumber: string },
): string => interpolate(texts[lang][key], { name: name.trim(), number: orderNumber.trim() });
