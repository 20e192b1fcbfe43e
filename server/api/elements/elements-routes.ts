import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { elementsContract } from '#shared/elements/elements-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { toElementSlot, toElementSummary } from './element-view.ts';
import {
  computeElementDates,
  readImageIdsOfElement,
  readOccupancyOfUpcomingSlots,
  readPublishedElement,
  readPublishedElementRowsAndTotal,
  readSlotsOfElements,
  readTagsOfListedElements,
} from './elements-repository.ts';

export function elementsRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'elements', elementsContract, dependencies);

  route('GET /element/{route}', ({ params, query, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const now = new Date();
      const { rows, total } = await readPublishedElementRowsAndTotal(tx, params.route, query, now);
      const slots = Map.groupBy(
        await readSlotsOfElements(
          tx,
          rows.map(({ id }) => id),
        ),
        ({ elementId }) => elementId,
      );
      const images = await readImagesById(
        tx,
        rows.map(({ imageId }) => imageId),
        pickLanguage,
      );
      const items = rows.map((row) =>
        toElementSummary(row, computeElementDates(slots.get(row.id) ?? [], now), images, pickLanguage),
      );
      return { items, total, tags: await readTagsOfListedElements(tx, params.route, now, pickLanguage) };
    }),
  );

  route('GET /element/{route}/{id}', ({ params, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const now = new Date();
      const row = await readPublishedElement(tx, params.route, params.id, now);
      if (!row) return refuse('not_found');
      const slots = await readSlotsOfElements(tx, [row.id]);
      const occupancy = await readOccupancyOfUpcomingSlots(
        tx,
        slots.map(({ id }) => id),
      );
      const imageIds = await readImageIdsOfElement(tx, row.id);
      const images = await readImagesById(tx, [row.imageId, ...imageIds], pickLanguage);
      const element = {
        ...toElementSummary(row, computeElementDates(slots, now), images, pickLanguage),
        html: pickLanguage(row.html),
        images: imageIds.map((id) => images.get(id)).filter((image) => image !== undefined),
        placeAddress: pickLanguage(row.placeAddress),
        maxPeople: row.maxPeople,
        slots: slots.map((slot) => toElementSlot(row, slot, occupancy.get(slot.id), now)),
      };
      return ok({ element });
    }),
  );
}
