import { z } from 'zod';

/** A tag by which visitors filter a list of posts, events or services. A tag without a label is no filter. */
export const ListFilterTag = z.object({ slug: z.string(), label: z.string() });
export type ListFilterTag = z.infer<typeof ListFilterTag>;
