import type { SectionKind } from '#shared/site/sections.ts';

export const sectionKindsByGroup = {
  opening: ['hero', 'heading'],
  text: ['text', 'html', 'welcome', 'timeline', 'figures', 'people', 'services', 'prices', 'rules'],
  pictures: ['picture', 'landscape', 'gallery'],
  lists: ['products', 'news', 'reviews'],
  estate: ['hours', 'map', 'contact', 'addresses', 'form'],
} as const satisfies Record<string, readonly SectionKind[]>;
