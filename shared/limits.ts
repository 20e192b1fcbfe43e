export const pageSize = {
  list: 10,
  /** Maximum of the query parameter `nbItem`, the number of items on one page of a list. */
  max: 100,
  products: 100,
} as const;

/** Maximum size of a JSON request body in bytes. */
export const maxJsonBodyBytes = 256 * 1024;

/** Lifetimes of the cookies in seconds, by cookie name. */
export const ttlSecondsByCookie = { token: 86_400, idSite: 86_400, locale: 365 * 86_400 } as const;

/** Time in milliseconds after which a toast disappears, unless it is hovered or focused. */
export const toastDurationMs = 3_000;

/** Timing of the loading bar that appears during a navigation or an API call, in milliseconds. */
export const loadingBarTimingsMs = { startDelay: 200, duration: 5_000, hideDelay: 500 } as const;

/** Minimum window widths of the layouts in CSS pixels. */
export const breakpointsPx = { xs: 576, sm: 768, md: 996, lg: 1200, xl: 1367, xxl: 1600, '4k': 1921 } as const;

/** Window width in CSS pixels below which the mobile layout applies. */
export const mobileBreakpointPx = 960;

/** Extensions of the videos that sites may have. Browsers play only some of them: see `isPlayableVideoFileName`. */
export const acceptedVideoExtensions = ['mp4', 'm4v', 'mov', 'avi', 'wmv', 'flv'] as const;

/** Maximum number of vouchers in an order, which bounds the PDF that the customer receives. */
export const maxPurchasedVouchersPerOrder = 50;

export const maxLineQuantity = 99_999;

export const maxCartLines = 200;

/** Maximum lengths in characters of the texts that customers type. */
export const maxTextLengths = {
  /** Maximum length of a first name or a last name. */
  name: 80,
  email: 254,
  /** Has room for two numbers in one field. */
  phone: 60,
  addressLine: 200,
  postalCode: 20,
  city: 120,
  code: 60,
  orderNumber: 40,
  message: 2_000,
} as const;

/** Maximum length in characters of a setting's text in one language, such as the terms of sale. */
export const maxSettingTextLength = 100_000;

/** The upper bound of PostgreSQL's `integer`, the type of all ids. */
export const maxId = 2_147_483_647;
