import { readTextsByLanguage } from '#server/read-texts.ts';
import type { Lang } from '#shared/languages.ts';
import english from '#shared/texts/en/order-documents.json' with { type: 'json' };
import { createTexts, type Texts, type TextTemplate } from '#shared/texts.ts';

type OrderDocumentTextKey = keyof typeof english;
export type OrderDocumentTexts = Texts<OrderDocumentTextKey>;

const texts = readTextsByLanguage<OrderDocumentTextKey, TextTemplate>(
  'order-documents',
  Object.keys(english) as OrderDocumentTextKey[],
);

export const createOrderDocumentTexts = (lang: Lang, timeZone: string): OrderDocumentTexts =>
  createTexts(lang, (name: OrderDocumentTextKey) => texts[lang][name], timeZone);
