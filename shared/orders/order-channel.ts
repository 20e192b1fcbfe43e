/** The ways in which customers order. Orders of all channels but WEB are entered by staff. */
export const orderChannels = ['WEB', 'PHONE', 'CELLAR_DOOR', 'EMAIL', 'FAIR'] as const;
export type OrderChannel = (typeof orderChannels)[number];
