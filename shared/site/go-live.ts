import { z } from 'zod';
import { getLanguageRecord, type Lang, type LanguageRecord, languages } from '../languages.ts';
import { type Localized, resolveLocalized } from '../localized.ts';
import { isLocalDomainName } from './domain-name.ts';
import type { ParameterKey } from './parameter-definitions.ts';

/**
 * Codes of the tasks before a shop opens. Their legal sources are in docs/rules.md, "Opening a shop".
 */
export const goLiveTaskCodes = [
  'terms',
  'mediator',
  'legal-notice',
  'privacy-policy',
  'company',
  'health-warning',
  'payment-methods',
  'delivery',
  'announced-figures',
  'accessibility',
  'products',
  'prices',
  'mail-sender',
  'mail-domain',
  'texts',
  'settings',
  'domain',
] as const;
export type GoLiveTaskCode = (typeof goLiveTaskCodes)[number];

/**
 * DNS records that the domain of an estate's email address needs: MX to receive mails, SPF so that its mails arrive.
 */
const mailRecords = ['MX', 'SPF'] as const;

export const MailDomainCheck = z.object({
  domain: z.string(),
  /** The records that are missing; null if the domain could not be checked now. */
  missing: z.array(z.enum(mailRecords)).nullable(),
});
export type MailDomainCheck = z.infer<typeof MailDomainCheck>;

export interface GoLiveTask {
  code: GoLiveTaskCode;
  /** True if the law requires the task before the estate sells; other tasks are needed for a working shop. */
  isLegalDuty: boolean;
  isDone: boolean;
  /** The panel's screen on which the task is done, such as `carrier`; null if no screen can do it. */
  screen: string | null;
  /** The parameter that the task is about; null for tasks about several parameters or none. */
  parameter: GoLiveParameter | null;
  /** True if only a SUPER_ADMIN can open the screen. */
  isReserved: boolean;
  /** The languages of the site in which the task is open; absent if it is done, or open in all of them. */
  languages?: Lang[] | undefined;
  /** The result of the check of the mail domain; absent for all other tasks. */
  mailDomain?: MailDomainCheck | undefined;
  /** Sentences of the texts that the task is about; absent for all other tasks. */
  sentences?: string[] | undefined;
}

interface GoLiveParameter {
  key: ParameterKey;
  /** True if the site has a value for the parameter, even an empty one. */
  isSet: boolean;
}

type ParameterTextsOfLanguage = Partial<Record<ParameterKey, string>>;

export interface GoLiveCheckInput {
  /** The text parameters in the site's default language. */
  texts: ParameterTextsOfLanguage;
  /** The text parameters in each language of the site, as visitors see them. Without them, only `texts` are checked. */
  translations?: Partial<Record<Lang, ParameterTextsOfLanguage>>;
  hosts: readonly string[];
  paymentMethods: number;
  deliveryMethods: number;
  /** Number of products that customers can see. */
  products: number;
  /** Number of variants with the price 0 among the products that customers can see. */
  unpricedVariants: number;
  /** The parameters whose stored values are refused now. Without any, the task about them is left out. */
  invalidParameters?: readonly ParameterKey[];
  /** The check of the domain of the estate's email address. Without it, the task about that domain is left out. */
  mailDomain?: MailDomainCheck | null;
  /** Sentences of the terms of sale and the delivery message that contradict the shop, in all languages. */
  contradictions: readonly string[];
  /** True if the page tree of every language lists the page of the accessibility statement. */
  hasAccessibilityPage: boolean;
}

export function resolveTextParameters(
  values: Partial<Record<ParameterKey, Localized>>,
  languages: readonly Lang[],
  defaultLang: Lang,
): Required<Pick<GoLiveCheckInput, 'texts' | 'translations'>> {
  const resolve = (lang: Lang) =>
    Object.fromEntries(Object.entries(values).map(([type, text]) => [type, resolveLocalized(text, lang, defaultLang)]));
  return {
    texts: resolve(defaultLang),
    translations: Object.fromEntries(languages.map((lang) => [lang, resolve(lang)])),
  };
}

const joinForAllLanguages = (pick: (language: LanguageRecord) => string): string =>
  languages.map((lang) => pick(getLanguageRecord(lang))).join('|');

const gapPattern = new RegExp(`\\[[^[\\]]*(${joinForAllLanguages(({ gapMarker }) => gapMarker)})\\]`);

/** Checks whether a text has a gap that the starter site leaves to the estate, such as "[à compléter]". */
export const hasUnfilledGap = (text: string): boolean => gapPattern.test(text);

const companyParameters = [
  'COMPANY_NAME',
  'HEAD_OFFICE',
  'COMPANY_PHONE',
  'COMPANY_EMAIL',
] as const satisfies readonly ParameterKey[];

type TaskPlace = Pick<GoLiveTask, 'screen' | 'parameter' | 'isReserved'>;

/**
 * Lists the tasks before a shop opens, those of the law first. A task about texts is done when it is done in every
 * language of the site, because customers conclude the contract in the language that they read.
 */
export function listGoLiveTasksWithState({ translations = {}, ...state }: GoLiveCheckInput): GoLiveTask[] {
  const translated = Object.entries(translations).map(([lang, texts]) => ({
    lang: lang as Lang,
    tasks: listTasksInLanguage({ ...state, texts }),
  }));
  return listTasksInLanguage(state).map((task, index) => {
    const open = translated.flatMap(({ lang, tasks }) => (tasks[index]?.isDone === false ? [lang] : []));
    const isPartlyOpen = open.length > 0 && open.length < translated.length;
    return { ...task, isDone: task.isDone && open.length === 0, ...(isPartlyOpen && { languages: open }) };
  });
}

type GoLiveCheckInputInLanguage = Omit<GoLiveCheckInput, 'translations'>;

function listTasksInLanguage(state: GoLiveCheckInputInLanguage): GoLiveTask[] {
  const { texts } = state;
  const isFinished = (key: ParameterKey): boolean => {
    const text = texts[key]?.trim() ?? '';
    return text !== '' && !hasUnfilledGap(text);
  };
  const isRegistered = isFinished('RCS_NUMBER') || isFinished('SIRET_NUMBER');
  const taskOn = (screen: string | null) => ({ screen, parameter: null, isReserved: false });
  const taskOf = (key: ParameterKey, isSet = key in texts) => ({ ...taskOn('parameter'), parameter: { key, isSet } });
  const duty = (code: GoLiveTaskCode, isDone: boolean, place: TaskPlace): GoLiveTask => ({
    code,
    isDone,
    isLegalDuty: true,
    ...place,
  });
  const need = (code: GoLiveTaskCode, isDone: boolean, place: TaskPlace): GoLiveTask => ({
    code,
    isDone,
    isLegalDuty: false,
    ...place,
  });
  return [
    duty('terms', isFinished('SALE_TERMS'), taskOf('SALE_TERMS')),
    duty('mediator', isFinished('SALE_TERMS') && namesMediator(texts), taskOf('SALE_TERMS')),
    duty('legal-notice', isFinished('LEGAL_NOTICE'), taskOf('LEGAL_NOTICE')),
    duty('privacy-policy', isFinished('PRIVACY_POLICY'), taskOf('PRIVACY_POLICY')),
    duty('company', companyParameters.every(isFinished) && isRegistered && hasPhone(texts), taskOn('parameter')),
    // Always done, because the platform prints the warning at the foot of every page, and of mails that sell alcohol.
    duty('health-warning', true, taskOn(null)),
    need('payment-methods', state.paymentMethods > 0, taskOn('payment-method')),
    need('delivery', state.deliveryMethods > 0, taskOn('carrier')),
    {
      ...need('announced-figures', state.contradictions.length === 0, taskOf('SALE_TERMS')),
      sentences: [...state.contradictions],
    },
    // Only advice: directive (EU) 2019/882 exempts micro-enterprises that provide services.
    need(
      'accessibility',
      isFinished('ACCESSIBILITY') && state.hasAccessibilityPage,
      isFinished('ACCESSIBILITY') ? taskOn('page-tree') : taskOf('ACCESSIBILITY'),
    ),
    need('products', state.products > 0, taskOn('product')),
    need('prices', state.unpricedVariants === 0, taskOn('product')),
    need('mail-sender', isFinished('COMPANY_EMAIL'), taskOf('COMPANY_EMAIL')),
    ...(state.mailDomain ? [toMailDomainTask(state.mailDomain)] : []),
    ...(state.invalidParameters?.[0] ? [need('settings', false, taskOf(state.invalidParameters[0], true))] : []),
    need('texts', !Object.values(texts).some(hasUnfilledGap), taskOn('parameter')),
    need(
      'domain',
      state.hosts.some((host) => !isLocalDomainName(host)),
      { ...taskOn('domain'), isReserved: true },
    ),
  ];
}

const toMailDomainTask = (mailDomain: MailDomainCheck): GoLiveTask => ({
  code: 'mail-domain',
  isLegalDuty: false,
  isDone: mailDomain.missing?.length === 0,
  screen: null,
  parameter: null,
  isReserved: false,
  mailDomain,
});

const mediatorPattern = new RegExp(
  joinForAllLanguages((language) => language.mediatorPattern),
  'i',
);

/** Checks whether the terms of sale or the legal notice name the consumer mediator, in any language. */
const namesMediator = ({ SALE_TERMS = '', LEGAL_NOTICE = '' }: GoLiveCheckInput['texts']): boolean =>
  mediatorPattern.test(`${SALE_TERMS} ${LEGAL_NOTICE}`);

/** The telephone number of the starter site consists of zeros and does not count. */
const hasPhone = ({ COMPANY_PHONE = '' }: GoLiveCheckInput['texts']): boolean => /[1-9]/.test(COMPANY_PHONE);
