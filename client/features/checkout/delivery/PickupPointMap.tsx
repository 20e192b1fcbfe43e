import 'leaflet/dist/leaflet.css';
import { divIcon, type Map as LeafletMap, latLngBounds, type Marker, map as makeMap, marker, tileLayer } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { mapTiles } from '#shared/shipping/map-tiles.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import css from '../Checkout.module.css';

interface PickupPointMapProps {
  points: readonly PickupPoint[];
  chosen: Pick<PickupPoint, 'id'> | null;
  onChoose: (point: PickupPoint) => void;
}

const pin = divIcon({ className: css.pin ?? '', iconSize: [28, 28], iconAnchor: [14, 28] });

/** Relay points on a map. The list beside it says the same: nobody needs the map. */
export default function PickupPointMap({ points, chosen, onChoose }: PickupPointMapProps) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap | null>(null);
  const markers = useRef(new Map<string, Marker>());
  const choose = useRef(onChoose);
  choose.current = onChoose;

  useEffect(() => {
    if (!place.current) return;
    const made = makeMap(place.current, { scrollWheelZoom: false });
    made.attributionControl.setPrefix(false);
    tileLayer(mapTiles.urlTemplate, {
      maxZoom: mapTiles.maxZoom,
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
    for (const point of points) {
      if (!point.position) continue;
      const at: [number, number] = [point.position.latitude, point.position.longitude];
      const made = marker(at, { icon: pin, title: `${point.name}, ${point.city}`, alt: point.name }).addTo(shown);
      made.on('click', () => choose.current(point));
      // Leaflet lets a marker be focused, and only opens popups by key.
      made.on('keydown', ({ originalEvent }) => {
        if (!['Enter', ' '].includes(originalEvent.key)) return;
        originalEvent.preventDefault();
        choose.current(point);
      });
      markers.current.set(point.id, made);
    }
    return () => {
      for (const made of markers.current.values()) made.remove();
      markers.current.clear();
    };
  }, [points]);

  // The same marker in another look: whoever has the focus on it keeps it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new points have new markers
  useEffect(() => {
    for (const [id, made] of markers.current)
      made.getElement()?.classList.toggle(css.pinChosen ?? '', id === chosen?.id);
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
