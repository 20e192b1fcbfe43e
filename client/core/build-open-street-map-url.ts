/**
 * Builds the OpenStreetMap URL of a position for a plain link, so that the page itself loads nothing from a third
 * party.
 */
export const buildOpenStreetMapUrl = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
