export const pageSize = {
  /** Default of list resources. */
  list: 10,
  /** Maximum of the query parameter `nbItem`. */
  max: 100,
  news: 10,
  blog: 12,
  elements: 24,
  albums: 100,
  footerElements: 100,
  products: 100,
  services: 100,
} as const;

/** Maximum size of a JSON body, in bytes. */
export const maxBodyBytes = 256 * 1024;

/** Lifetimes of cookies, in seconds. */
export const cookieTtlSeconds = { token: 86_400, idSite: 86_400, locale: 365 * 86_400 } as const;

/** Duration of a toast. */
export const toastDurationMs = 3_000;

/** Timing of the page loading bar. */
export const loadingBarTimingsMs = { startDelay: 200, duration: 5_000, hideDelay: 500 } as const;

/** Minimum widths, in CSS pixels. */
export const breakpointsPx = { xs: 576, sm: 768, md: 996, lg: 1200, xl: 1367, xxl: 1600, '4k': 1921 } as const;

/** The mobile layout applies below this width in CSS pixels. */
export const mobileBreakpointPx = 960;

/** Default of DETAIL_PAGE_MARGIN_TOP, in CSS pixels; always used on small screens. */
export const defaultDetailMarginTopPx = 28;

/** Default length of cropped text, in characters. */
export const defaultCropLengthCharacters = 120;

export const menuIconSizePx = 12;

/** Minimum interval between reloads of a page whose code could not be loaded. */
export const minChunkReloadIntervalMs = 60_000;

/** Maximum width of a video in the fullscreen slider, in pixels and as a share of the window. */
export const sliderVideoWidthLimits = { pixels: 950, windowShare: 0.75 } as const;

export const videoExtensions = ['mp4', 'm4v', 'mov', 'avi', 'wmv', 'flv'] as const;

/** Ids of cart lines wrap to 0 when they reach this value. */
export const maxCartLineId = 100_000;

/** Maximum quantity of a line of a cart or order. */
export const maxLineQuantity = 99_999;

/** Maximum number of lines in a cart or order. */
export const maxCartLines = 200;

/** Maximum lengths of customers' input, in characters. */
export const maxTextLength = {
  /** First and last name each. */
  name: 80,
  email: 254,
  phone: 30,
  /** Each line of a postal address. */
  addressLine: 200,
  postalCode: 20,
  city: 120,
  code: 60,
  orderNumber: 40,
  message: 2_000,
} as const;
