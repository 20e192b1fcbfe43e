import { Pagination } from '#client/ui/Pagination.tsx';
import { useTexts } from '../app-context.tsx';

interface ListPaginationProps {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
  /** Labels of the links to the previous and the next page, such as "Newer" and "Older" for a list in order of date. */
  steps?: { previous: string; next: string };
}

/** Links to the pages of a list, with the labels that all lists share. */
export function ListPagination({ steps, ...list }: ListPaginationProps) {
  const { t } = useTexts();
  return (
    <Pagination
      {...list}
      labels={{
        list: t('site.list.pages'),
        previous: steps?.previous ?? t('site.list.previous'),
        next: steps?.next ?? t('site.list.next'),
        page: (page) => t('site.list.page', { page }),
      }}
    />
  );
}
