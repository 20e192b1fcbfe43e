/** URL path of the page previews of an estate's host. */
export const previewPathPrefix = '/admin/preview';

/** Builds the URL path of a page's preview. */
export const buildPreviewPath = (pageId: number, token: string): string => `${previewPathPrefix}/${pageId}/${token}`;
