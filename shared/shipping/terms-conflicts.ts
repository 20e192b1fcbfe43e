import type { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import type { Lang } from '../languages.ts';
import { centsToEuros } from '../money.ts';
import type { ShippingRules } from './shipping.ts';

/** The figures of a shop that its terms of sale and its delivery message repeat; 0 for a rule that it does not have. */
interface AnnouncedFigures {
  freeFromBottles: number;
  /** Price of the goods in euros from which delivery is free. */
  freeFromEuros: number;
  minBottles: number;
  maxBottles: number;
  deliveryTimes: readonly DeliveryTime[];
  /** The working days in which an order must be paid, of all payment methods; empty if orders never lapse. */
  paymentDays: readonly number[];
}

/** The carriers and parameters from which the figures follow. Rates may have their own delivery time. */
interface AnnouncedShop {
  rules: Pick<ShippingRules, 'freeFromBottles' | 'freeFromGoods' | 'minBottles' | 'maxBottles'>;
  carriers: readonly {
    deliveryTime?: DeliveryTime | null;
    rates: readonly { deliveryTime?: DeliveryTime | null }[];
  }[];
  paymentDays: readonly number[];
}

export function findContradictions(
  texts: Partial<Record<Lang, { SALE_TERMS?: string; SHIPPING_MESSAGE?: string }>>,
  { rules, carriers, paymentDays }: AnnouncedShop,
): string[] {
  const times = carriers.flatMap(({ deliveryTime, rates }) => [
    deliveryTime,
    ...rates.map((rate) => rate.deliveryTime),
  ]);
  const figures: AnnouncedFigures = {
    freeFromBottles: rules.freeFromBottles,
    freeFromEuros: centsToEuros(rules.freeFromGoods),
    minBottles: rules.minBottles,
    maxBottles: rules.maxBottles,
    deliveryTimes: times.filter((time) => time !== null && time !== undefined),
    paymentDays,
  };
  const sentences = Object.entries(texts).flatMap(([lang, { SALE_TERMS = '', SHIPPING_MESSAGE = '' }]) =>
    [SALE_TERMS, SHIPPING_MESSAGE].flatMap((text) => findTermsConflicts(text, figures, lang as Lang)),
  );
  return [...new Set(sentences)];
}

/** The words with which texts of a language announce these figures, as parts of regular expressions. */
interface FigureWords {
  free: RegExp;
  bottles: string;
  workingDays: string;
  /** Days of any kind; the group matches the word for working days. */
  days: string;
  /** A sentence that matches both announces when an unpaid order is cancelled. */
  unpaid: RegExp;
  cancelled: RegExp;
  to: string;
  /** The numbers from one, as written in words. */
  numbers: readonly string[];
}

const wordsByLang: Readonly<Record<Lang, FigureWords>> = {
  fr_FR: {
    free: /\boffert/i,
    bottles: 'bouteilles',
    workingDays: 'jours ouvrés',
    days: 'jours( ouvrés)?',
    unpaid: /(?:faute|défaut|absence) de (?:paiement|règlement)|impayée|non (?:payée|réglée)/i,
    cancelled: /\bannulée/i,
    to: 'à',
    numbers: 'un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze'.split(' '),
  },
  en: {
    free: /\bfree\b/i,
    bottles: 'bottles',
    workingDays: 'working days',
    days: '(working )?days',
    unpaid: /\bunpaid|\bnot (?:been )?paid|\bno payment/i,
    cancelled: /\bcancelled|\blapses/i,
    to: 'to',
    numbers: 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' '),
  },
};

/** Returns the text of HTML or Markdown, with a full stop at the end of each block. */
const toPlainText = (html: string): string =>
  html
    .replace(/\n{2,}/g, '.\n')
    .replace(/<\/(?:p|li|h[1-6]|td)>/g, '.\n')
    .replace(/<[^<>]*>|\*/g, '')
    .replace(/[ \u00a0\u202f]|&nbsp;/g, ' ');

/**
 * Finds the sentences in which a text for customers announces other figures than the shop applies: bottles or euros
 * from which delivery is free, the range of bottles in a delivery, ranges of working days that no carrier has, and days
 * after which an unpaid order is cancelled. What is announced binds the seller (Consumer Code, articles L111-1 and L121-2).
 * @param html terms of sale or delivery message in `lang`
 */
function findTermsConflicts(html: string, shop: AnnouncedFigures, lang: Lang): string[] {
  const words = wordsByLang[lang];
  return toPlainText(html)
    .split(/(?<=[.;!?])\s/)
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) =>
        isFreeShippingWrong(sentence, shop, words) ||
        isRangeWrong(sentence, shop, words) ||
        isPaymentDeadlineWrong(sentence, shop, words),
    );
}

function isFreeShippingWrong(sentence: string, shop: AnnouncedFigures, { free, bottles }: FigureWords): boolean {
  if (!free.test(sentence)) return false;
  const counts = numbersIn(sentence, new RegExp(`(\\d{1,4}) ${bottles}`, 'g'));
  const amounts = numbersIn(sentence, /€(\d{1,5})|(\d{1,5}) ?€/g);
  const isWrong = (announced: number[], applied: number) => announced.some((number) => number !== applied);
  return isWrong(counts, shop.freeFromBottles) || (counts.length > 0 && isWrong(amounts, shop.freeFromEuros));
}

const numberPattern = ({ numbers }: FigureWords): string => `(\\d{1,4}|${numbers.join('|')})`;

function isPaymentDeadlineWrong(sentence: string, { paymentDays }: AnnouncedFigures, words: FigureWords): boolean {
  if (!words.unpaid.test(sentence) || !words.cancelled.test(sentence)) return false;
  const announced = [...sentence.matchAll(new RegExp(`\\b${numberPattern(words)} ${words.days}`, 'gi'))];
  return announced.some(
    ([, days = '', working]) => working === undefined || !paymentDays.includes(toNumber(days, words)),
  );
}

function isRangeWrong(sentence: string, shop: AnnouncedFigures, words: FigureWords): boolean {
  const number = numberPattern(words);
  const ranges = (unit: string) =>
    [...sentence.matchAll(new RegExp(`\\b${number} ${words.to} ${number} ${unit}`, 'gi'))].map(
      ([, from = '', to = '']) => [toNumber(from, words), toNumber(to, words)] as const,
    );
  const isOtherSize = ranges(words.bottles).some(([min, max]) => min !== shop.minBottles || max !== shop.maxBottles);
  const isOtherTime = ranges(words.workingDays).some(
    ([min, max]) => !shop.deliveryTimes.some(({ minDays, maxDays }) => minDays === min && maxDays === max),
  );
  return isOtherSize || isOtherTime;
}

const numbersIn = (sentence: string, pattern: RegExp): number[] =>
  [...sentence.matchAll(pattern)].map(([, first, second]) => Number(first ?? second));

const toNumber = (text: string, { numbers }: FigureWords): number =>
  /^\d/.test(text) ? Number(text) : numbers.indexOf(text.toLowerCase()) + 1;
