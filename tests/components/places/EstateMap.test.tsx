import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { EstateMap } from '#client/features/places/map/EstateMap.tsx';
import { mapTiles } from '#shared/shipping/map-tiles.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';

const places = [
  { id: 1, name: 'The cellar', latitude: 45.69, longitude: -0.33 },
  { id: 2, name: 'The shop', latitude: 45.65, longitude: -0.36 },
];

const queryButton = () => screen.queryByRole('button', { name: t('forms.map.show') });
const findAttribution = () => screen.findByRole('link', { name: mapTiles.attribution });
const show = () => userEvent.click(screen.getByRole('button', { name: t('forms.map.show') }));
/** The origins of the images of the document. */
const imageOrigins = () => new Set([...document.querySelectorAll('img')].map(({ src }) => new URL(src).origin));

describe('EstateMap', () => {
  test('names the provider of the tiles, and loads none before the click', () => {
    renderInApp(<EstateMap places={places} />);
    expect(screen.getByRole('heading', { name: t('forms.map') })).toBeTruthy();
    expect(screen.getByText(t('forms.map.operator'))).toBeTruthy();
    expect(imageOrigins()).toEqual(new Set());
  });

  test('shows each place on tiles of the provider after the click', async () => {
    renderInApp(<EstateMap places={places} />);
    await show();
    expect((await findAttribution()).getAttribute('href')).toBe(mapTiles.attributionUrl);
    expect(imageOrigins()).toEqual(new Set([new URL(mapTiles.urlTemplate).origin]));
    for (const { name } of places) expect(screen.getByTitle(name)).toBeTruthy();
  });

  test('moves the focus to the map, which replaces the button', async () => {
    renderInApp(<EstateMap places={places} />);
    await show();
    const attribution = await findAttribution();
    expect(queryButton()).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe(t('forms.map'));
    expect(document.activeElement?.contains(attribution)).toBe(true);
  });
});
