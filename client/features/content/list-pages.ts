/** The query parameters that pages of content with several pages, but without a tag filter, declare. */
export const contentListPageParameters = ['page'];
