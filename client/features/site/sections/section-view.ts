import {
  type Config,
  configIn,
  configsIn,
  isConfig,
  type PictureData,
  pictureFrom,
  pictureIn,
  textIn,
  textsIn,
} from '#client/core/config-fields.ts';

/**
 * What a configured component shows. Each part of its configuration is a section, and the fields that it has say of
 * which form: an estate may name its parts as it likes.
 */
export type Section = { id: string; title: string; note: string } & (
  | { form: 'words'; paragraphs: string[]; position: Position | null; picture: PictureData | null }
  | { form: 'timeline'; steps: { year: string; title: string; text: string }[] }
  | { form: 'figures'; figures: { value: string; label: string }[]; picture: PictureData | null }
  | { form: 'people'; persons: { name: string; role: string; text: string }[] }
  | { form: 'pictures'; pictures: PictureData[] }
  | { form: 'services'; items: { label: string; text: string }[] }
  | { form: 'prices'; items: { label: string; price: string }[] }
  | { form: 'rules'; items: string[] }
);

export interface Position {
  latitude: number;
  longitude: number;
  label: string;
}

const fields = <F extends string>(config: Config, names: readonly F[]) =>
  Object.fromEntries(names.map((name) => [name, textIn(config, name)])) as Record<F, string>;

function positionIn(config: Config): Position | null {
  const gps = configIn(config, 'gps');
  const { latitude, longitude } = gps ?? {};
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  return { latitude, longitude, label: textIn(gps, 'label') || `${latitude}, ${longitude}` };
}

function sectionOf(id: string, part: Config): Section | null {
  const head = { id, ...fields(part, ['title', 'note'] as const) };
  const items = configsIn(part, 'items');
  const steps = configsIn(part, 'steps');
  const figures = configsIn(part, 'figures');
  const persons = configsIn(part, 'persons');
  const pictures = (Array.isArray(part.images) ? part.images : []).flatMap(
    (value: unknown) => pictureFrom(value) ?? (isConfig(value) ? pictureIn(value, 'image') : null) ?? [],
  );
  const rules = textsIn(part, 'items');
  const paragraphs = textsIn(part, 'paragraphs');
  const picture = pictureIn(part, 'image');

  if (steps.length) {
    return { ...head, form: 'timeline', steps: steps.map((step) => fields(step, ['year', 'title', 'text'] as const)) };
  }
  if (figures.length) {
    return {
      ...head,
      form: 'figures',
      picture,
      figures: figures.map((one) => fields(one, ['value', 'label'] as const)),
    };
  }
  if (persons.length) {
    return { ...head, form: 'people', persons: persons.map((one) => fields(one, ['name', 'role', 'text'] as const)) };
  }
  if (pictures.length) return { ...head, form: 'pictures', pictures };
  if (items.some(({ price }) => price !== undefined)) {
    return { ...head, form: 'prices', items: items.map((item) => fields(item, ['label', 'price'] as const)) };
  }
  if (items.length) {
    return { ...head, form: 'services', items: items.map((item) => fields(item, ['label', 'text'] as const)) };
  }
  if (rules.length) return { ...head, form: 'rules', items: rules };
  if (paragraphs.length) return { ...head, form: 'words', paragraphs, picture, position: positionIn(part) };
  return null;
}

/** A configuration keeps no order of its parts, so they come in the order in which they are best read. */
const readingOrder: readonly Section['form'][] = [
  'timeline',
  'figures',
  'services',
  'prices',
  'words',
  'rules',
  'people',
  'pictures',
];

/** The sections of a component's configuration. `hero` is not among them: it begins the page. */
export const sectionsOf = (config: Config): Section[] =>
  Object.entries(config)
    .flatMap(([id, part]) => (id !== 'hero' && isConfig(part) ? (sectionOf(id, part) ?? []) : []))
    .sort((one, other) => readingOrder.indexOf(one.form) - readingOrder.indexOf(other.form));
