import 'leaflet/dist/leaflet.css';
import { map as createMap, divIcon, latLngBounds, marker, tileLayer } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import type { EstatePlace } from '#client/features/places/estate-address-view.ts';
import { mapTiles } from '#shared/shipping/map-tiles.ts';
import css from './TileMap.module.css';

const pin = divIcon({ className: css.pin ?? '', iconSize: [28, 28], iconAnchor: [14, 28] });
const attribution = `<a href="${mapTiles.attributionUrl}" target="_blank" rel="noopener noreferrer">${mapTiles.attribution}</a>`;

/** The places of the estate on a map. The addresses beside the map contain the same information. */
export default function TileMap({ places }: { places: readonly EstatePlace[] }) {
  const { t } = useTexts();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const created = createMap(element.current, { scrollWheelZoom: false });
    created.attributionControl.setPrefix(false);
    const { urlTemplate, maxZoom } = mapTiles;
    tileLayer(urlTemplate, { maxZoom, attribution, referrerPolicy: 'strict-origin-when-cross-origin' }).addTo(created);
    // The markers have no action, so they are not tab stops.
    for (const { name, latitude, longitude } of places)
      marker([latitude, longitude], { icon: pin, title: name, alt: name, keyboard: false, interactive: false }).addTo(
        created,
      );
    const positions = places.map(({ latitude, longitude }): [number, number] => [latitude, longitude]);
    created.fitBounds(latLngBounds(positions), { padding: [40, 40], maxZoom: 14 });
    // The map receives the focus, because the button that opened it no longer exists.
    element.current.focus({ preventScroll: true });
    return () => {
      created.remove();
    };
  }, [places]);
  return <section ref={element} className={css.map} tabIndex={-1} aria-label={t('forms.map')} />;
}
