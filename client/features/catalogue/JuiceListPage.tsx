import type { PageLoader } from '#client/app/page-module.ts';

export const loader: PageLoader<{ title: string }> = async ({ entry, site }) => {
  const title = entry?.title ?? site.name;
  return { status: 200, data: { title }, head: { title, description: entry?.description } };
};

export const Page = ({ data }: { data: { title: string } }) => <h1>{data.title}</h1>;
