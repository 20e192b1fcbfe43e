/** The platform's constants: page sizes, time-outs, breakpoints, lifetimes. */

export const pageSize = {
  /** Generic list. */
  list: 10,
  /** What a caller may ask for at most with `nbItem`. */
  max: 100,
  news: 10,
  blog: 12,
  elements: 24,
  albums: 100,
  footerElements: 100,
  products: 100,
  services: 100,
} as const;

/** Largest JSON that a call may send, in bytes. */
export const maxBodyBytes = 256 * 1024;

/** Cookie lifetimes, in seconds. */
export const cookieSeconds = { token: 86_400, idSite: 86_400, locale: 365 * 86_400 } as const;

/** How long a toast stays, in milliseconds. */
export const toastMs = 3_000;

/** Page loading bar, in milliseconds. */
export const loadingBarMs = { startDelay: 200, duration: 5_000, hideDelay: 500 } as const;

/** Widths in CSS pixels from which a breakpoint holds. */
export const breakpoints = { xs: 576, sm: 768, md: 996, lg: 1200, xl: 1367, xxl: 1600, '4k': 1921 } as const;

/** Below this width, in CSS pixels, the mobile layout applies. */
export const mobileBreakpoint = 960;

/** Space above a detail page, in CSS pixels, unless DETAIL_PAGE_MARGIN_TOP says otherwise; always this on small screens. */
export const detailMarginTop = 28;

/** Text is cropped to this many characters unless said otherwise. */
export const cropLength = 120;

export const menuIconSize = 12;

/** A page whose code could not be loaded reloads at most once in this many milliseconds. */
export const chunkReloadMs = 60_000;

/** A video in the fullscreen slider is at most this wide in pixels, or this share of the window. */
export const sliderVideoWidth = { pixels: 950, windowShare: 0.75 } as const;

export const videoExtensions = ['mp4', 'm4v', 'mov', 'avi', 'wmv', 'flv'] as const;

/** The counter of cart lines starts again at 0 when it has come here. */
export const maxCartLineId = 100_000;

/** What a single line of a cart or order may hold at most. */
export const maxLineQuantity = 99_999;

/** Different lines that a cart or order may have. */
export const maxLines = 200;

/** Characters that what a customer writes may have at most. */
export const maxTextLength = {
  /** Of a first or a last name. */
  name: 80,
  email: 254,
  phone: 30,
  /** Of each line of an address. */
  addressLine: 200,
  postalCode: 20,
  city: 120,
  code: 60,
  orderNumber: 40,
  message: 2_000,
} as const;
