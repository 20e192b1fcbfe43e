export interface ShareablePage {
  title: string;
  /** Absolute URL of the page to share. */
  url: string;
}

/**
 * Builders of URLs that share a page by mail or through a social network. The URLs are plain links, so that no
 * third-party script is loaded.
 */
export const shareUrlBuilders = {
  mail: ({ title, url }: ShareablePage) =>
    `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n${url}`)}`,
  whatsapp: ({ title, url }: ShareablePage) => `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`,
  facebook: ({ url }: ShareablePage) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
  x: ({ title, url }: ShareablePage) =>
    `https://x.com/intent/post?text=${encodeURIComponent(title)}&url=${encodeURIComponent(url)}`,
} as const;

type ShareTarget = keyof typeof shareUrlBuilders;
export const shareTargetKeys = Object.keys(shareUrlBuilders) as ShareTarget[];
