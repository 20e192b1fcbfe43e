import 'leaflet/dist/leaflet.css';
import { divIcon, type Map as LeafletMap, latLngBounds, type Marker, map as createMap, marker, tileLayer } from 'leaflet';
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

/** Pickup points on a map. The list contains the same points, so the map is not needed for accessibility. */
export default function PickupPointMap({ points, chosen, onChoose }: PickupPointMapProps) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap | null>(null);
  const markers = useRef(new Map<string, Marker>());
  const choose = useRef(onChoose);
  choose.current = onChoose;

  useEffect(() => {
    if (!place.current) return;
    const created = createMap(place.current, { scrollWheelZoom: false });
    created.attributionControl.setPrefix(false);
    tileLayer(mapTiles.urlTemplate, {
      maxZoom: mapTiles.maxZoom,
      attribution: `<a href="${mapTiles.attributionUrl}" target="_blank" rel="noopener noreferrer">${mapTiles.attribution}</a>`,
      referrerPolicy: 'strict-origin-when-cross-origin',
    }).addTo(created);
    map.current = created;
    return () => {
      map.current = null;
      created.remove();
    };
  }, []);

  useEffect(() => {
    const shown = map.current;
    if (!shown) return;
    for (const point of points) {
      if (!point.position) continue;
      const at: [number, number] = [point.position.latitude, point.position.longitude];
      const pointMarker = marker(at, { icon: pin, title: `${point.name}, ${point.city}`, alt: point.name }).addTo(shown);
      pointMarker.on('click', () => choose.current(point));
      // Leaflet makes markers focusable, but handles their keys for popups only.
      pointMarker.on('keydown', ({ originalEvent }) => {
        if (!['Enter', ' '].includes(originalEvent.key)) return;
        originalEvent.preventDefault();
        choose.current(point);
      });
      markers.current.set(point.id, pointMarker);
    }
    return () => {
      for (const pointMarker of markers.current.values()) pointMarker.remove();
      markers.current.clear();
    };
  }, [points]);

  // Changes the class of the existing marker, so that it keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `points` replaces the markers
  useEffect(() => {
    for (const [id, pointMarker] of markers.current)
      pointMarker.getElement()?.classList.toggle(css.pinChosen ?? '', id === chosen?.id);
  }, [points, chosen]);

  useEffect(() => {
    const positions = points.flatMap(({ position }): [number, number][] =>
      position ? [[position.latitude, position.longitude]] : [],
    );
    // Fits the nearest five, because a distant point would merge all others into one.
    if (positions.length > 0)
      map.current?.fitBounds(latLngBounds(positions.slice(0, 5)), { padding: [40, 40], maxZoom: 14 });
  }, [points]);

  return <section ref={place} className={css.map} aria-label={t('ordering.relay.map')} />;
}
