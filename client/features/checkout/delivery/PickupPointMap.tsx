import 'leaflet/dist/leaflet.css';
import {
  map as createMap,
  divIcon,
  type Map as LeafletMap,
  latLngBounds,
  type Marker,
  marker,
  tileLayer,
} from 'leaflet';
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

function createTileMap(element: HTMLElement): LeafletMap {
  const created = createMap(element, { scrollWheelZoom: false });
  created.attributionControl.setPrefix(false);
  tileLayer(mapTiles.urlTemplate, {
    maxZoom: mapTiles.maxZoom,
    attribution: `<a href="${mapTiles.attributionUrl}" target="_blank" rel="noopener noreferrer">${mapTiles.attribution}</a>`,
    referrerPolicy: 'strict-origin-when-cross-origin',
  }).addTo(created);
  return created;
}

/** Creates a marker for a pickup point; `null` for a pickup point without a position. */
function createMarker({ name, city, position }: PickupPoint, onChoose: () => void): Marker | null {
  if (!position) return null;
  const options = { icon: pin, title: `${name}, ${city}`, alt: name };
  const created = marker([position.latitude, position.longitude], options);
  created.on('click', onChoose);
  // Leaflet makes markers focusable, but handles the Enter key only on markers with a popup.
  created.on('keydown', ({ originalEvent }) => {
    if (!['Enter', ' '].includes(originalEvent.key)) return;
    originalEvent.preventDefault();
    onChoose();
  });
  return created;
}

/**
 * Removes markers outside the visible part of the map from the tab order, because focusing such a marker would move the
 * map unexpectedly.
 */
function updateTabStops(map: LeafletMap, markers: Iterable<Marker>): void {
  for (const one of markers) {
    const element = one.getElement();
    if (element) element.tabIndex = map.getBounds().contains(one.getLatLng()) ? 0 : -1;
  }
}

/**
 * Shows pickup points on a map. A list beside it contains the same points, so that the map is not needed for
 * accessibility.
 */
export default function PickupPointMap({ points, chosen, onChoose }: PickupPointMapProps) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<LeafletMap | null>(null);
  const markers = useRef(new Map<string, Marker>());
  const choose = useRef(onChoose);
  choose.current = onChoose;

  useEffect(() => {
    if (!place.current) return;
    const created = createTileMap(place.current);
    map.current = created;
    created.on('moveend', () => updateTabStops(created, markers.current.values()));
    // The map receives the focus, because the button that opened it no longer exists.
    place.current.focus({ preventScroll: true });
    return () => {
      map.current = null;
      created.remove();
    };
  }, []);

  useEffect(() => {
    const shown = map.current;
    if (!shown) return;
    for (const point of points) {
      const pointMarker = createMarker(point, () => choose.current(point));
      if (pointMarker) markers.current.set(point.id, pointMarker.addTo(shown));
    }
    return () => {
      for (const pointMarker of markers.current.values()) pointMarker.remove();
      markers.current.clear();
    };
  }, [points]);

  // The class of the existing marker is changed instead of replacing the marker, so that it keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `points` replaces the markers
  useEffect(() => {
    for (const [id, pointMarker] of markers.current)
      pointMarker.getElement()?.classList.toggle(css.pinChosen ?? '', id === chosen?.id);
  }, [points, chosen]);

  useEffect(() => {
    const positions = points.flatMap(({ position }): [number, number][] =>
      position ? [[position.latitude, position.longitude]] : [],
    );
    // The map shows the nearest five pickup points, because a distant point would zoom out the map until the others
    // overlap.
    const shown = map.current;
    if (!shown || positions.length === 0) return;
    shown.fitBounds(latLngBounds(positions.slice(0, 5)), { padding: [40, 40], maxZoom: 14 });
    // Leaflet creates the elements of the first markers only after the first `moveend` event.
    updateTabStops(shown, markers.current.values());
  }, [points]);

  return <section ref={place} className={css.map} aria-label={t('checkout.pickup-point.map')} />;
}
