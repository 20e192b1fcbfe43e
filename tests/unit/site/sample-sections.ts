import type { Image } from '#shared/media/image.ts';
import type { SectionConfigs, SectionKindWithConfig } from '#shared/site/sections.ts';

export const createSampleSectionImage = (id: number): Image => ({
  id,
  name: `view-${id}`,
  alt: `View ${id}`,
  externalId: null,
  externalType: null,
  externalPath: null,
  url: `/image/${id}?v=0`,
  width: 2400,
  height: 1600,
  tint: '#aabbcc',
});

const image = createSampleSectionImage(1);
const title = 'Title';
const note = 'Note';

/** The configuration of a valid section of every kind except `html`, as the API returns it. */
export const sampleSectionConfigs: SectionConfigs = {
  hero: { title: 'The hero', subtitle: 'Subtitle', image, tall: true },
  heading: { title: 'The heading', text: 'Lead' },
  text: { title, paragraphs: ['A text paragraph'], image, note },
  welcome: { title, paragraphs: ['A welcome'], signature: 'The growers', image },
  gallery: { title, images: [image, null], note },
  timeline: { title, steps: [{ year: '1924', title: 'First hectare', text: 'Bought.' }], note },
  figures: { title, figures: [{ value: '32 ha', label: 'of vines' }], image, note },
  people: { title, people: [{ name: 'Hélène', role: 'Cellar master', text: 'Tastes.' }], note },
  services: { title, items: [{ label: 'Drinking water', text: 'At the gate' }], note },
  prices: { title, items: [{ label: 'One night', price: '8 €' }], note },
  rules: { title, items: ['No fires'], note },
  products: { title: 'Chosen bottles', products: [8] },
  news: { title: 'Latest news' },
  reviews: { title: 'Opinions' },
  landscape: { image, caption: 'In October' },
  picture: { image },
  hours: { title, paragraphs: ['By the lane'], link: { label: 'Opening hours', url: '/contact' }, image },
  map: {
    title,
    paragraphs: ['Turn right'],
    position: { latitude: 45.5, longitude: -0.3, label: 'At 45° N' },
    image,
    note,
  },
  contact: {},
  addresses: {},
  form: { title },
};

export const sampleSectionKinds = Object.keys(sampleSectionConfigs) as SectionKindWithConfig[];
