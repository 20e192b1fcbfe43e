import 'leaflet/dist/leaflet.css';
import { divIcon, type Map as LeafletMap, latLngBounds, map as makeMap, marker, tileLayer } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTexts } from '#client/app/app-context.tsx';
import { mapTiles } from '#shared/ordering/map-tiles.ts';
import type { AccessPoint } from '#shared/ordering/ordering-contract.ts';
import css from './Checkout.module.css';

interface RelayMapProps {
  points: readonly AccessPoint[];
  chosen: AccessPoint | null;
  onChoose: (point: AccessPoint) => void;
}

/** Relay points on a map. The list beside it says the same: nobody needs the map. */
export default function RelayMap({ points, chosen, onChoose }: RelayMapProps) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap | null>(null);
  const choose = useRef(onChoose);
  choose.current = onChoose;

  useEffect(() => {
    if (!place.current) return;
    const made = makeMap(place.current, { scrollWheelZoom: false });
    made.attributionControl.setPrefix(false);
    tileLayer(mapTiles.address, {
      maxZoom: mapTiles.mostZoom,
      attribution: `<a href="${mapTiles.attributionUrl}" target="_blank" rel="noopener noreferrer">${mapTiles.attribution}</a>`,
      referrerPolicy: 'strict-origin-when-cross-origin',
    }).addTo(made);
    map.current = made;
    return () => {
      map.current = null;
      made.remove();
    };
  }, []);

  useEffect(() => {
    const shown = map.current;
    if (!shown) return;
    const placed = points.flatMap(({ position, ...point }) => (position ? [{ ...point, position }] : []));
    const markers = placed.map((point) => {
      const at: [number, number] = [point.position.latitude, point.position.longitude];
      const icon = divIcon({
        className: `${css.pin} ${point.id === chosen?.id ? css.pinChosen : ''}`,
        iconSize: [28, 28],
        iconAnchor: [14, 28],
      });
      return marker(at, { icon, title: `${point.name}, ${point.city}`, alt: point.name, keyboard: true })
        .on('click', () => choose.current(point))
        .addTo(shown);
    });
    return () => {
      for (const one of markers) one.remove();
    };
  }, [points, chosen]);

  useEffect(() => {
    const positions = points.flatMap(({ position }): [number, number][] =>
      position ? [[position.latitude, position.longitude]] : [],
    );
    // The nearest five: one point far away would make all others one.
    if (positions.length > 0)
      map.current?.fitBounds(latLngBounds(positions.slice(0, 5)), { padding: [40, 40], maxZoom: 14 });
  }, [points]);

  return <section ref={place} className={css.map} aria-label={t('ordering.relay.map')} />;
}
