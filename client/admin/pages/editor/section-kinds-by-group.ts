import type { SectionKind } from '#shared/site/sections.ts';

/** The kinds of sections in the groups from which staff choose one. */
export const sectionKindsByGroup = {
  opening: ['hero', 'heading'],
  text: ['text', 'html', 'welcome', 'timeline', 'figures', 'people', 'services', 'prices', 'rules'],
  pictures: ['picture', 'landscape', 'gallery'],
  lists: ['products', 'news', 'reviews'],
  estate: ['hours', 'map', 'contact', 'addresses', 'form'],
} as const satisfies Record<string, readonly SectionKind[]>;
