import { describe, expect, it } from 'vitest';
import {
  isSectionKindWithConfig,
  publicSectionSchemas,
  sectionInputSchemas,
  sectionKindsWithConfig,
} from '#shared/site/sections.ts';
import { PublicSection, PublicSectionWithConfig } from '#shared/site/site-contract.ts';
import { sampleSectionConfigs, sampleSectionKinds } from './sample-sections.ts';

const createPublicSection = (component: string, config: unknown) => ({
  id: 1,
  kind: 'component',
  html: null,
  component,
  config,
  hash: '',
});

describe.each(sampleSectionKinds)('a section of kind %s', (kind) => {
  it('is accepted with the fields of its kind', () => {
    expect(publicSectionSchemas[kind].parse(sampleSectionConfigs[kind])).toEqual(sampleSectionConfigs[kind]);
    expect(PublicSectionWithConfig.parse(createPublicSection(kind, sampleSectionConfigs[kind])).config).toEqual(
      sampleSectionConfigs[kind],
    );
  });

  it('is rejected with an unknown field', () => {
    const { error } = publicSectionSchemas[kind].safeParse({ ...sampleSectionConfigs[kind], colour: 'red' });
    expect(error?.issues).toEqual([expect.objectContaining({ code: 'unrecognized_keys', keys: ['colour'] })]);
  });

  it('is rejected with a field of the wrong type', () => {
    for (const field of Object.keys(sampleSectionConfigs[kind]))
      expect(
        publicSectionSchemas[kind].safeParse({ ...sampleSectionConfigs[kind], [field]: 7 }).error?.issues[0]?.path[0],
      ).toBe(field);
  });

  it('is rejected under an unknown kind', () => {
    expect(isSectionKindWithConfig(kind)).toBe(true);
    expect(
      PublicSectionWithConfig.safeParse(createPublicSection(`${kind}-2`, sampleSectionConfigs[kind])).success,
    ).toBe(false);
  });
});

describe('section kinds', () => {
  it('each have a sample', () => expect(sampleSectionKinds.toSorted()).toEqual(sectionKindsWithConfig.toSorted()));

  it('never include a property of Object', () => expect(isSectionKindWithConfig('constructor')).toBe(false));

  it('reject the fields of another kind', () => {
    expect(PublicSection.safeParse(createPublicSection('prices', sampleSectionConfigs.services)).success).toBe(false);
  });

  it.each([
    ['an empty list', 'gallery', { images: [] }],
    ['a link that runs a script', 'hours', { link: { label: 'x', url: 'javascript:alert(1)' } }],
    ['a link to another host without a scheme', 'hours', { link: { label: 'x', url: '//evil.example' } }],
    ['a latitude beyond the pole', 'map', { position: { latitude: 91, longitude: 0 } }],
    ['an unknown field in an item of a list', 'rules', { items: [{ fr_FR: 'x', xx: 'y' }] }],
  ] as const)('reject %s', (_, kind, config) =>
    expect(publicSectionSchemas[kind].safeParse(config).success).toBe(false),
  );
});

describe('a stored section', () => {
  it.each([
    [
      'texts in several languages and pictures by id',
      { title: { fr_FR: 'Photos', en: 'Pictures' }, images: [{ image: 1 }] },
      true,
    ],
    ['a picture as the API returns it', { images: [sampleSectionConfigs.picture.image] }, false],
    ['a text in an unsupported language', { title: { xx: 'Bilder' }, images: [{ image: 1 }] }, false],
  ])('is valid with %s: %s', (_, config, isValid) =>
    expect(sectionInputSchemas.gallery.safeParse(config).success).toBe(isValid),
  );
});
