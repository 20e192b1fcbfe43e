import { defaultConsentMonths, maxConsentMonths } from '#shared/consent/consent-revision.ts';
import { maxLineQuantity, maxSettingTextLength } from '../limits.ts';

const defaultMenuIconSizePx = 12;

/** Default of the parameter DETAIL_PAGE_MARGIN_TOP in CSS pixels. Small screens always use the default. */
const defaultMarginTopPx = 28;

/** The groups of parameters in the panel, in its order. */
export const parameterGroups = [
  'company',
  'legal',
  'display',
  'shop',
  'unpaid',
  'hours',
  'networks',
  'scripts',
] as const;
type ParameterGroup = (typeof parameterGroups)[number];

/** The units of numbers, whose names are the texts `unit.…` of admin-parameters.json. */
type ParameterUnit = 'px' | 'bottles' | 'euros' | 'hours' | 'days' | 'months' | 'orders';

/**
 * A text. STRING is a single line, TEXT may be HTML, LINK is an https address. An empty text is valid and means that
 * nothing is set.
 */
export interface TextParameter {
  kind: 'STRING' | 'TEXT' | 'LINK';
  group: ParameterGroup;
  /** Maximum number of characters in each language. */
  maxLength: number;
  format?: 'email' | 'phone' | 'colour' | 'code';
  /** The words that the parameter accepts; the first one is the default. */
  words?: readonly string[];
}

export interface NumberParameter {
  kind: 'NUMBER';
  group: ParameterGroup;
  unit: ParameterUnit;
  min: number;
  max: number;
  /** Maximum number of decimals; absent for whole numbers. */
  decimals?: 2;
  /** Null if nothing happens without a value. */
  default: number | null;
}

/** A switch, which is off by default. */
interface BooleanParameter {
  kind: 'BOOLEAN';
  group: ParameterGroup;
}

type ParameterDefinition = TextParameter | NumberParameter | BooleanParameter;

/** Maximum lengths of parameters in characters. A legal text of 100,000 characters has about 40 printed pages. */
const maxLengths = { line: 300, link: 500, colour: 64, word: 20, email: 254, longText: maxSettingTextLength } as const;

const line = { kind: 'STRING', maxLength: maxLengths.line } as const;
const longText = { kind: 'TEXT', maxLength: maxLengths.longText } as const;
const link = { kind: 'LINK', maxLength: maxLengths.link } as const;
const colour = { kind: 'STRING', format: 'colour', maxLength: maxLengths.colour } as const;
const word = { kind: 'STRING', maxLength: maxLengths.word } as const;
const bottles = { kind: 'NUMBER', unit: 'bottles', min: 0, max: maxLineQuantity, default: 0 } as const;
const days = { kind: 'NUMBER', unit: 'days', min: 0, max: 365 } as const;
const unpaidOrders = { kind: 'NUMBER', unit: 'orders', min: 0, max: 10_000 } as const;

/**
 * All parameters of a site, in the order in which the panel shows them. Panel, API, import and `site -- check` follow
 * from these records; labels and hints are the texts `<KEY>.label` and `<KEY>.explanation` of admin-parameters.json.
 * docs/operators/parameters.md lists them.
 */
export const parameterDefinitions = {
  COMPANY_NAME: { ...line, group: 'company' },
  LEGAL_AGENT: { ...line, group: 'company' },
  HEAD_OFFICE: { ...line, group: 'company' },
  RCS_NUMBER: { ...line, group: 'company' },
  SIRET_NUMBER: { ...line, group: 'company' },
  INTRACOMMUNITY_VAT: { ...line, group: 'company' },
  SHARE_CAPITAL: { ...line, group: 'company' },
  /** The unique identifier of a producer of packaging (code de l’environnement, articles L541-10-13 and R541-173). */
  PRODUCER_ID: { ...line, group: 'company' },
  COMPANY_PHONE: { ...line, format: 'phone', group: 'company' },
  /** The sender of all mails and the recipient of those to the estate, so that it must be one plain address. */
  COMPANY_EMAIL: { kind: 'STRING', format: 'email', maxLength: maxLengths.email, group: 'company' },

  LEGAL_NOTICE: { ...longText, group: 'legal' },
  SALE_TERMS: { ...longText, group: 'legal' },
  USE_TERMS: { ...longText, group: 'legal' },
  PRIVACY_POLICY: { ...longText, group: 'legal' },
  COOKIE_POLICY: { ...longText, group: 'legal' },
  ACCESSIBILITY: { ...longText, group: 'legal' },
  SHIPPING_MESSAGE: { ...longText, group: 'legal' },
  /** Months for which the choice about cookies is kept. */
  COOKIE_CONSENT_MONTHS: {
    kind: 'NUMBER',
    unit: 'months',
    min: 1,
    max: maxConsentMonths,
    default: defaultConsentMonths,
    group: 'legal',
  },

  PRIMARY_COLOR: { ...colour, group: 'display' },
  ACCENT_COLOR: { ...colour, group: 'display' },
  TOP_BAR_INFO: { ...line, group: 'display' },
  TOP_BAR_INFO_BACKGROUND: { ...colour, group: 'display' },
  TOP_BAR_INFO_COLOR: { ...colour, group: 'display' },
  /** Position of the logo: LEFT beside the menu, CENTER above it. */
  MENU_LAYOUT: { ...word, words: ['LEFT', 'CENTER'], group: 'display' },
  /** RELATIVE scrolls the header away with the page, FIXED keeps it in view. */
  MENU_TYPE: { ...word, words: ['RELATIVE', 'FIXED'], group: 'display' },
  MENU_ICON_SIZE: { kind: 'NUMBER', unit: 'px', min: 8, max: 32, default: defaultMenuIconSizePx, group: 'display' },
  LOGO_SIZE: { kind: 'NUMBER', unit: 'px', min: 32, max: 160, default: 64, group: 'display' },
  LOGO_SIZE_MOBILE: { kind: 'NUMBER', unit: 'px', min: 24, max: 72, default: 44, group: 'display' },
  LOGO_FOOTER_SIZE: { kind: 'NUMBER', unit: 'px', min: 32, max: 240, default: 120, group: 'display' },
  /** Layout of product lists: GRID shows the products side by side, LIST one below the other. */
  PRODUCT_DISPLAY: { ...word, words: ['GRID', 'LIST'], group: 'display' },
  PRODUCT_ORDER: { ...word, words: ['price', '-price', 'name', '-year', 'order'], group: 'display' },
  PRODUCT_ASPECT_RATIO: { ...word, words: ['3/4', '4/5', '1/1', '2/3'], group: 'display' },
  /** Background of product pictures: SHELF is a lighter colour, PLAIN is none. */
  PRODUCTS_PAGE_STYLE: { ...word, words: ['SHELF', 'PLAIN'], group: 'display' },
  /** Layout of product pages: CLASSIC has the picture on the left, MIRRORED on the right. */
  PRODUCT_DETAILS_PAGE_STYLE: { ...word, words: ['CLASSIC', 'MIRRORED'], group: 'display' },
  SERVICES_PAGE_STYLE: { ...word, words: ['CLASSIC', 'CARDS'], group: 'display' },
  PROMOTED_NEWS_STYLE: { ...word, words: ['FLAT', 'RAISED'], group: 'display' },
  SEE_CART_ON_HOVER: { kind: 'BOOLEAN', group: 'display' },
  REPEAT_SCROLL_ANIMATIONS: { kind: 'BOOLEAN', group: 'display' },
  DETAIL_PAGE_MARGIN_TOP: {
    kind: 'NUMBER',
    unit: 'px',
    min: 0,
    max: 200,
    default: defaultMarginTopPx,
    group: 'display',
  },

  USE_STOCK_MANAGEMENT: { kind: 'BOOLEAN', group: 'shop' },
  USE_PRODUCT_STOCK: { kind: 'BOOLEAN', group: 'shop' },
  STOCK_LIMIT_DISPLAY: { ...bottles, group: 'shop' },
  SELLS_WORLDWIDE: { kind: 'BOOLEAN', group: 'shop' },
  FREE_SHIPPING_BOTTLE: { ...bottles, group: 'shop' },
  FREE_SHIPPING_PRICE: {
    kind: 'NUMBER',
    unit: 'euros',
    min: 0,
    max: 1_000_000,
    decimals: 2,
    default: 0,
    group: 'shop',
  },
  MINIMUM_EXPEDITION_BOTTLE: { ...bottles, group: 'shop' },
  MAXIMUM_EXPEDITION_BOTTLE: { ...bottles, group: 'shop' },
  /** At most 50 days, because customers choose a day within 60. */
  CLICK_AND_COLLECT_HOURS: { kind: 'NUMBER', unit: 'hours', min: 0, max: 1_200, default: 0, group: 'shop' },
  ORDER_REVIEW_DELAY: { ...days, default: null, group: 'shop' },
  NEWSLETTER: { kind: 'BOOLEAN', group: 'shop' },
  /** True if public forms that scripts send must contain a proof of work against spam. */
  FORMS_PROOF_OF_WORK: { kind: 'BOOLEAN', group: 'shop' },

  // Rules for unpaid orders (docs/rules.md, "Unpaid orders"); 0 disables a rule.
  UNPAID_ORDER_DAYS: { ...days, default: 7, group: 'unpaid' },
  UNPAID_REMINDER_DAYS: { ...days, default: 2, group: 'unpaid' },
  UNPAID_ORDERS_PER_CUSTOMER: { ...unpaidOrders, default: 10, group: 'unpaid' },
  UNPAID_BOTTLES_PER_CUSTOMER: { ...bottles, default: 360, group: 'unpaid' },
  UNPAID_ORDERS_PER_NEW_CUSTOMER: { ...unpaidOrders, default: 3, group: 'unpaid' },
  UNPAID_BOTTLES_PER_NEW_CUSTOMER: { ...bottles, default: 120, group: 'unpaid' },

  OPENING_HOURS_MONDAY: { ...line, group: 'hours' },
  OPENING_HOURS_TUESDAY: { ...line, group: 'hours' },
  OPENING_HOURS_WEDNESDAY: { ...line, group: 'hours' },
  OPENING_HOURS_THURSDAY: { ...line, group: 'hours' },
  OPENING_HOURS_FRIDAY: { ...line, group: 'hours' },
  OPENING_HOURS_SATURDAY: { ...line, group: 'hours' },
  OPENING_HOURS_SUNDAY: { ...line, group: 'hours' },

  FACEBOOK_URL: { ...link, group: 'networks' },
  INSTAGRAM_URL: { ...link, group: 'networks' },
  X_URL: { ...link, group: 'networks' },
  YOUTUBE_URL: { ...link, group: 'networks' },
  LINKEDIN_URL: { ...link, group: 'networks' },
  PINTEREST_URL: { ...link, group: 'networks' },
  TIKTOK_URL: { ...link, group: 'networks' },
  TRIPADVISOR_URL: { ...link, group: 'networks' },
  MESSAGING_USERNAME: { ...line, group: 'networks' },
  COMMUNITY_SERVER: { ...link, group: 'networks' },
  REVIEWS_SERVICE_URL: { ...link, group: 'networks' },

  SCRIPTS_TO_LOAD: { ...longText, format: 'code', group: 'scripts' },
} as const satisfies Record<string, ParameterDefinition>;

export type ParameterKey = keyof typeof parameterDefinitions;
export const parameterKeys = Object.keys(parameterDefinitions) as [ParameterKey, ...ParameterKey[]];

export const getParameterDefinition = (key: ParameterKey): ParameterDefinition => parameterDefinitions[key];

/** Returns the words that a parameter accepts; null if it accepts other values. */
export function getParameterWords(key: ParameterKey): readonly string[] | null {
  const definition = getParameterDefinition(key);
  return 'words' in definition ? (definition.words ?? null) : null;
}

type ValueOfKind<K> = K extends 'BOOLEAN' ? boolean : K extends 'NUMBER' ? number : string;
export type Parameters = { [T in ParameterKey]?: ValueOfKind<(typeof parameterDefinitions)[T]['kind']> };

export type ColourParameterKey = {
  [T in ParameterKey]: (typeof parameterDefinitions)[T] extends { format: 'colour' } ? T : never;
}[ParameterKey];

export const staffOnlyParameterKeys: readonly ParameterKey[] = ['SCRIPTS_TO_LOAD'];

/**
 * Checks whether the value of a parameter is HTML. Scripts are of kind TEXT as well, but they are code and never part
 * of a page's HTML.
 */
export const isHtmlParameter = (type: ParameterKey): boolean =>
  parameterDefinitions[type].kind === 'TEXT' && type !== 'SCRIPTS_TO_LOAD';

/** Keys of the legal texts and the other long texts, which pages read singly. */
export const htmlParameterKeys: readonly ParameterKey[] = parameterKeys.filter(isHtmlParameter);
