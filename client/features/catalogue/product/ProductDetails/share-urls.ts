export interface SharedPage {
  title: string;
  /** Absolute URL of the page to share. */
  url: string;
}

/** Share URLs of social networks. They are plain links, so no third-party script is loaded. */
export const shareUrls = {
  mail: ({ title, url }: SharedPage) =>
    `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n${url}`)}`,
  whatsapp: ({ title, url }: SharedPage) => `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`,
  facebook: ({ url }: SharedPage) => `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
  x: ({ title, url }: SharedPage) =>
    `https://x.com/intent/post?text=${encodeURIComponent(title)}&url=${encodeURIComponent(url)}`,
} as const;

export type ShareTarget = keyof typeof shareUrls;
export const shareTargets = Object.keys(shareUrls) as ShareTarget[];
