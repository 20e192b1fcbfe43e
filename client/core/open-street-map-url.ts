/** Returns the address of a place on OpenStreetMap. It is a plain link, so the page loads nothing from a third party. */
export const openStreetMapUrl = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`;
