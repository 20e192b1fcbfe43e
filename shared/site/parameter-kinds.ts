/**
 * All parameters of a site with their kinds: STRING is a single line, and TEXT may be HTML. The import rejects unknown
 * keys.
 */
export const parameterKinds = {
  // Parameters with longer texts.
  PRIVACY_POLICY: 'TEXT',
  USE_TERMS: 'TEXT',
  SALE_TERMS: 'TEXT',
  COOKIE_POLICY: 'TEXT',
  LEGAL_NOTICE: 'TEXT',
  SHIPPING_MESSAGE: 'TEXT',
  // Parameters about the company.
  COMPANY_NAME: 'STRING',
  LEGAL_AGENT: 'STRING',
  HEAD_OFFICE: 'STRING',
  RCS_NUMBER: 'STRING',
  COMPANY_PHONE: 'STRING',
  COMPANY_EMAIL: 'STRING',
  SHARE_CAPITAL: 'STRING',
  SIRET_NUMBER: 'STRING',
  INTRACOMMUNITY_VAT: 'STRING',
  // Parameters that select the display of pages.
  /** Layout of product lists: GRID shows the products side by side, LIST one below the other. */
  PRODUCT_DISPLAY: 'STRING',
  PRODUCT_ORDER: 'STRING',
  /** Aspect ratio of product pictures in lists: 1/1, 4/5, 3/4 or 2/3. */
  PRODUCT_ASPECT_RATIO: 'STRING',
  PROMOTED_NEWS_STYLE: 'STRING',
  /** Position of the logo: LEFT beside the menu, CENTER above it. */
  MENU_LAYOUT: 'STRING',
  /** RELATIVE scrolls the header away with the page, FIXED keeps it in view. */
  MENU_TYPE: 'STRING',
  MENU_ICON_SIZE: 'NUMBER',
  LOGO_SIZE: 'NUMBER',
  LOGO_SIZE_MOBILE: 'NUMBER',
  LOGO_FOOTER_SIZE: 'NUMBER',
  REPEAT_SCROLL_ANIMATIONS: 'BOOLEAN',
  SEE_CART_ON_HOVER: 'BOOLEAN',
  /** Background of product pictures: SHELF is a lighter colour, PLAIN is none. */
  PRODUCTS_PAGE_STYLE: 'STRING',
  /** Layout of product pages: CLASSIC has the picture on the left, MIRRORED on the right. */
  PRODUCT_DETAILS_PAGE_STYLE: 'STRING',
  /** Layout of the list of services: CLASSIC rows or CARDS. */
  SERVICES_PAGE_STYLE: 'STRING',
  TOP_BAR_INFO: 'STRING',
  TOP_BAR_INFO_BACKGROUND: 'STRING',
  TOP_BAR_INFO_COLOR: 'STRING',
  PRIMARY_COLOR: 'STRING',
  ACCENT_COLOR: 'STRING',
  DETAIL_PAGE_MARGIN_TOP: 'NUMBER',
  // Parameters of the shop.
  USE_STOCK_MANAGEMENT: 'BOOLEAN',
  USE_PRODUCT_STOCK: 'BOOLEAN',
  SELLS_WORLDWIDE: 'BOOLEAN',
  NEWSLETTER: 'BOOLEAN',
  /** True if public forms that scripts send must contain a proof of work against spam. */
  FORMS_PROOF_OF_WORK: 'BOOLEAN',
  OPENING_HOURS_MONDAY: 'STRING',
  OPENING_HOURS_TUESDAY: 'STRING',
  OPENING_HOURS_WEDNESDAY: 'STRING',
  OPENING_HOURS_THURSDAY: 'STRING',
  OPENING_HOURS_FRIDAY: 'STRING',
  OPENING_HOURS_SATURDAY: 'STRING',
  OPENING_HOURS_SUNDAY: 'STRING',
  FREE_SHIPPING_BOTTLE: 'NUMBER',
  FREE_SHIPPING_PRICE: 'NUMBER',
  MINIMUM_EXPEDITION_BOTTLE: 'NUMBER',
  MAXIMUM_EXPEDITION_BOTTLE: 'NUMBER',
  CLICK_AND_COLLECT_HOURS: 'NUMBER',
  ORDER_REVIEW_DELAY: 'NUMBER',
  /** Rules for unpaid orders (docs/rules.md, "Unpaid orders"); 0 disables a rule. */
  UNPAID_ORDER_DAYS: 'NUMBER',
  UNPAID_REMINDER_DAYS: 'NUMBER',
  UNPAID_ORDERS_PER_CUSTOMER: 'NUMBER',
  UNPAID_BOTTLES_PER_CUSTOMER: 'NUMBER',
  UNPAID_ORDERS_PER_NEW_CUSTOMER: 'NUMBER',
  UNPAID_BOTTLES_PER_NEW_CUSTOMER: 'NUMBER',
  STOCK_LIMIT_DISPLAY: 'NUMBER',
  /** Months for which the choice about cookies is kept. */
  COOKIE_CONSENT_MONTHS: 'NUMBER',
  SCRIPTS_TO_LOAD: 'TEXT',
  FACEBOOK_URL: 'LINK',
  INSTAGRAM_URL: 'LINK',
  X_URL: 'LINK',
  YOUTUBE_URL: 'LINK',
  LINKEDIN_URL: 'LINK',
  PINTEREST_URL: 'LINK',
  TIKTOK_URL: 'LINK',
  TRIPADVISOR_URL: 'LINK',
  MESSAGING_USERNAME: 'STRING',
  COMMUNITY_SERVER: 'LINK',
  REVIEWS_SERVICE_URL: 'LINK',
} as const satisfies Record<string, ParameterKind>;

export type ParameterKind = 'STRING' | 'BOOLEAN' | 'NUMBER' | 'TEXT' | 'LINK';
export type ParameterKey = keyof typeof parameterKinds;

type ValueOfKind<K> = K extends 'BOOLEAN' ? boolean : K extends 'NUMBER' ? number : string;
/** The parameters that a site has set. */
export type Parameters = { [T in ParameterKey]?: ValueOfKind<(typeof parameterKinds)[T]> };

export const socialNetworkParameterKeys = [
  'FACEBOOK_URL',
  'INSTAGRAM_URL',
  'X_URL',
  'YOUTUBE_URL',
  'LINKEDIN_URL',
  'PINTEREST_URL',
  'TIKTOK_URL',
  'TRIPADVISOR_URL',
] as const satisfies readonly ParameterKey[];

/** Keys of the parameters whose values are colours. Pages show a default instead of a value that is no colour. */
export const colourParameterKeys = [
  'PRIMARY_COLOR',
  'ACCENT_COLOR',
  'TOP_BAR_INFO_BACKGROUND',
  'TOP_BAR_INFO_COLOR',
] as const satisfies readonly ParameterKey[];
export type ColourParameterKey = (typeof colourParameterKeys)[number];

/** Keys of the parameters that no public response contains. */
export const staffOnlyParameterKeys: readonly ParameterKey[] = ['SCRIPTS_TO_LOAD'];

/**
 * Checks whether the value of a parameter is HTML. Scripts are of kind TEXT as well, but they are code and never part
 * of a page's HTML.
 */
export const isHtmlParameter = (type: ParameterKey): boolean =>
  parameterKinds[type] === 'TEXT' && type !== 'SCRIPTS_TO_LOAD';
