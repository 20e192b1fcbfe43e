export const mapTileOrigin = 'https://tile.openstreetmap.org';

/**
 * The tiles of the maps of pickup points and of the estate's addresses. The tiles are loaded only after a click on a
 * button that names their provider. Their licence (ODbL) requires the attribution on the map.
 */
export const mapTiles = {
  urlTemplate: `${mapTileOrigin}/{z}/{x}/{y}.png`,
  operator: 'OpenStreetMap',
  attribution: '© OpenStreetMap',
  attributionUrl: 'https://www.openstreetmap.org/copyright',
  maxZoom: 19,
} as const;
