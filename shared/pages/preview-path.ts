/** URL path below which an estate's host serves the page previews. */
export const previewPathPrefix = '/admin/preview';

export const buildPreviewPath = (pageId: number, token: string): string => `${previewPathPrefix}/${pageId}/${token}`;
