export const elementStatuses = ['SCHEDULED', 'POSTPONED', 'CANCELLED'] as const;
export type ElementStatus = (typeof elementStatuses)[number];
