import type { ParameterKey } from './parameter-kinds.ts';

/**
 * Codes of the tasks before a shop opens. Their legal sources are in docs/rules.md, "Opening a shop".
 */
export const goLiveCodes = [
  'terms',
  'mediator',
  'legal-notice',
  'privacy-policy',
  'company',
  'health-warning',
  'payment-methods',
  'delivery',
  'products',
  'prices',
  'mail-sender',
  'texts',
  'domain',
] as const;
export type GoLiveCode = (typeof goLiveCodes)[number];

export interface GoLiveTask {
  code: GoLiveCode;
  /** True if the law requires the task before the estate sells; other tasks are needed for a working shop. */
  isLegalDuty: boolean;
  isDone: boolean;
  /** Path of the panel's screen on which the task is done, such as `parameter/SALE_TERMS`; null if no screen can do it. */
  screen: string | null;
}

/** The state of a site as far as the opening of its shop depends on it. */
export interface GoLiveFacts {
  /** The text parameters in the site's default language. */
  texts: Partial<Record<ParameterKey, string>>;
  hosts: readonly string[];
  paymentMethods: number;
  /** Number of carriers and of places where orders are collected. */
  deliveryMethods: number;
  /** Number of products that customers can see. */
  products: number;
  /** Number of variants of those products whose price is 0. */
  unpricedVariants: number;
}

/** True for a text with a gap that the starter site leaves to the estate, such as "[à compléter]". */
export const isUnfinishedText = (text: string): boolean => /\[[^\]]*(à compléter|to be completed)\]/.test(text);

/** True for a host name that only resolves on the local machine. */
export const isLocalHost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

const companyParameters = [
  'COMPANY_NAME',
  'HEAD_OFFICE',
  'COMPANY_PHONE',
  'COMPANY_EMAIL',
] as const satisfies readonly ParameterKey[];

/** Lists the tasks before a shop opens, those of the law first. */
export function listGoLiveTasks(facts: GoLiveFacts): GoLiveTask[] {
  const { texts } = facts;
  const isFinished = (key: ParameterKey): boolean => {
    const text = texts[key]?.trim() ?? '';
    return text !== '' && !isUnfinishedText(text);
  };
  const isRegistered = isFinished('RCS_NUMBER') || isFinished('SIRET_NUMBER');
  const duty = (code: GoLiveCode, isDone: boolean, screen: string | null): GoLiveTask => ({
    ...{ code, isDone, screen },
    isLegalDuty: true,
  });
  const need = (code: GoLiveCode, isDone: boolean, screen: string | null): GoLiveTask => ({
    ...{ code, isDone, screen },
    isLegalDuty: false,
  });
  return [
    duty('terms', isFinished('SALE_TERMS'), 'parameter/SALE_TERMS'),
    duty('mediator', isFinished('SALE_TERMS') && namesMediator(texts), 'parameter/SALE_TERMS'),
    duty('legal-notice', isFinished('LEGAL_NOTICE'), 'parameter/LEGAL_NOTICE'),
    duty('privacy-policy', isFinished('PRIVACY_POLICY'), 'parameter/PRIVACY_POLICY'),
    duty('company', companyParameters.every(isFinished) && isRegistered && hasPhone(texts), 'parameter'),
    // The platform prints the warning at the foot of every page and mail.
    duty('health-warning', true, null),
    need('payment-methods', facts.paymentMethods > 0, 'payment-method'),
    need('delivery', facts.deliveryMethods > 0, 'carrier'),
    need('products', facts.products > 0, 'product'),
    need('prices', facts.unpricedVariants === 0, 'product'),
    need('mail-sender', isFinished('COMPANY_EMAIL'), 'parameter/COMPANY_EMAIL'),
    need('texts', !Object.values(texts).some(isUnfinishedText), 'parameter'),
    need(
      'domain',
      facts.hosts.some((host) => !isLocalHost(host)),
      null,
    ),
  ];
}

/** True if the terms of sale or the legal notice name the consumer mediator, in French or English. */
const namesMediator = ({ SALE_TERMS = '', LEGAL_NOTICE = '' }: GoLiveFacts['texts']): boolean =>
  /m[ée]diat(eur|rice|ion|or)/i.test(`${SALE_TERMS} ${LEGAL_NOTICE}`);

/** The starter site has a telephone number of zeros. */
const hasPhone = ({ COMPANY_PHONE = '' }: GoLiveFacts['texts']): boolean => /[1-9]/.test(COMPANY_PHONE);
