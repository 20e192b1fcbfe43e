/** Returns the OpenStreetMap URL of a position. It is a plain link, so the page loads nothing from a third party. */
export const buildOpenStreetMapUrl = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
