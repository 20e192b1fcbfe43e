import type { PageLoader } from '#client/app/page-module.ts';
import { ScriptsNeeded } from '#client/app/ScriptsNeeded.tsx';
import { PageTop } from '#client/ui/PageTop.tsx';

interface Data {
  title: string;
}

export const loader: PageLoader<Data> = async ({ texts }) => {
  const title = texts.t('ordering.checkout');
  return { status: 200, data: { title }, head: { title, noIndex: true } };
};

export function Page({ data: { title } }: { data: Data }) {
  return (
    <div className="page">
      <PageTop crumbs={[{ title }]} title={title} />
      <ScriptsNeeded />
    </div>
  );
}
