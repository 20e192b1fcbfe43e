import type { PickupPointService } from './shipping/pickup-point-service.ts';

/** The carriers' services that know the pickup points of their networks. Add a new service here. */
export const pickupPointServices: readonly PickupPointService[] = [];

/** True if a service knows the pickup points of the carriers with a service code, so that they need none in the estate's own list. */
export const hasPickupPointService = (serviceCode: string): boolean =>
  pickupPointServices.some(({ serviceCodes }) => serviceCodes.includes(serviceCode));
