import { z } from 'zod';

/** A tag by which visitors filter a list of posts, events or services. */
export const ListTag = z.object({ slug: z.string(), label: z.string() });
export type ListTag = z.infer<typeof ListTag>;
