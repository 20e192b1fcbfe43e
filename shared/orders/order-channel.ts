/** The ways in which customers order. Orders of all channels but WEB are entered by staff. */
export const orderChannels = ['WEB', 'PHONE', 'CELLAR_DOOR', 'EMAIL', 'FAIR'] as const;
export type OrderChannel = (typeof orderChannels)[number];

export const staffOrderChannels = ['PHONE', 'CELLAR_DOOR', 'EMAIL', 'FAIR'] as const satisfies readonly OrderChannel[];

/**
 * The settlement of an order that staff enter: payment is expected, the customer has paid, or the customer has paid and
 * taken the goods away.
 */
export const staffOrderSettlements = ['OPEN', 'PAID', 'TAKEN_AWAY'] as const;
export type StaffOrderSettlement = (typeof staffOrderSettlements)[number];

const onPremisesChannels: readonly OrderChannel[] = ['CELLAR_DOOR', 'FAIR'];

/**
 * Checks whether an order was placed at a distance, so that the customer can withdraw from it (article L221-18 of the
 * Consumer Code).
 */
export const isDistanceSale = (channel: OrderChannel): boolean => !onPremisesChannels.includes(channel);
