import type { PickupPointService } from './shipping/pickup-point-service.ts';

/** The carriers' services that know the pickup points of their networks. Add a new service here. */
export const pickupPointServices: readonly PickupPointService[] = [];

/**
 * Checks whether a service knows the pickup points of carriers with this service code, so that the estate needs no list
 * of them.
 */
export const hasPickupPointService = (serviceCode: string): boolean =>
  pickupPointServices.some(({ serviceCodes }) => serviceCodes.includes(serviceCode));
