/** The only host but the site's own that a page may have pictures from: those of the map of relay points. */
export const tileHost = 'https://tile.openstreetmap.org';

/**
 * The map of relay points. Its pictures are asked for only after a click, at which the operator's name stands; their
 * licence (ODbL) wants the attribution shown on the map.
 */
export const mapTiles = {
  /** As a map library fills it in. */
  urlTemplate: `${tileHost}/{z}/{x}/{y}.png`,
  operator: 'OpenStreetMap',
  attribution: '© OpenStreetMap',
  attributionUrl: 'https://www.openstreetmap.org/copyright',
  /** Beyond it there are no pictures. */
  maxZoom: 19,
} as const;
