import { useTexts } from '#client/core/app-context.tsx';
import { ListPagination } from '#client/core/page/ListNavigation.tsx';
import { buildListPagePath, type ListPagePosition } from '#client/core/page/list-page.ts';

/** Links to the pages of a list that begins with the newest item, so the neighbours are called newer and older. */
export function ContentPagination({ list }: { list: ListPagePosition }) {
  const { t } = useTexts();
  return (
    <ListPagination
      page={list.page}
      pages={list.pages}
      hrefOf={(page) => buildListPagePath(list, page)}
      steps={{ previous: t('content.pages.previous'), next: t('content.pages.next') }}
    />
  );
}
