export interface SharedPage {
  title: string;
  /** An absolute URL. */
  url: string;
}

/** Links that share a page without a third party's script. */
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
