import { Box, Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import {
  CreateButton,
  DataTable,
  List,
  type RaRecord,
  SearchInput,
  SelectInput,
  SimpleList,
  TopToolbar,
} from 'react-admin';
import type { OverviewProduct } from '#shared/admin/product-overview-contract.ts';
import { productKinds } from '#shared/catalogue/product-enums.ts';
import { searchFilterName } from '#shared/resource-spec.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import { computeProductSummary } from './compute-product-summary.ts';
import { ProductPicture } from './ProductPicture.tsx';
import { ProductState } from './ProductState.tsx';
import { productOverviewName } from './product-overview-adapter.ts';

const toProductPath = (id: RaRecord['id']): string => `/product/${id}`;
const toOverview = (record: object): OverviewProduct => record as OverviewProduct;

/** The list of products with picture, prices, stock and state. */
export default function ProductList(): ReactNode {
  const { t } = useAdminTexts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const kinds = productKinds.map((id) => ({ id, name: t(`admin-choices.kind.${id}`) }));
  const filters = [
    <SearchInput key="search" source={searchFilterName} alwaysOn />,
    <SelectInput key="kind" source="kind" choices={kinds} translateChoice={false} alwaysOn />,
  ];
  return (
    <>
      <ScreenHelp />
      <List
        resource={productOverviewName}
        title={t('admin-catalogue.products')}
        filters={filters}
        actions={<ListActions />}
        sort={{ field: 'position', order: 'ASC' }}
        perPage={25}
        exporter={false}
        storeKey="product-list"
      >
        {isNarrow ? <NarrowList /> : <WideList />}
      </List>
    </>
  );
}

const ListActions = (): ReactNode => (
  <TopToolbar>
    <CreateButton resource="product" />
  </TopToolbar>
);

function NarrowList(): ReactNode {
  const { euros } = useAdminTexts();
  return (
    <SimpleList
      linkType={(record) => toProductPath(record.id)}
      leftAvatar={(record) => <ProductPicture image={toOverview(record).image} />}
      primaryText={(record) => toOverview(record).name}
      secondaryText={(record) => euros(computeProductSummary(toOverview(record)).minPrice)}
      tertiaryText={(record) => <ProductState product={toOverview(record)} />}
    />
  );
}

const alignRight = { textAlign: 'right' } as const;

function WideList(): ReactNode {
  const { t, euros, number } = useAdminTexts();
  const price = (record: object): string => {
    const { minPrice, maxPrice } = computeProductSummary(toOverview(record));
    return minPrice === maxPrice ? euros(minPrice) : `${euros(minPrice)} – ${euros(maxPrice)}`;
  };
  const stock = (record: object): string => {
    const { quantity } = computeProductSummary(toOverview(record));
    return quantity === null ? '–' : number(quantity);
  };
  return (
    <DataTable bulkActionButtons={false} rowClick={toProductPath}>
      <DataTable.Col
        source="name"
        label={t('admin-catalogue.column.product')}
        render={(record) => <ProductName product={toOverview(record)} />}
      />
      <DataTable.Col source="kind" render={(record) => t(`admin-choices.kind.${toOverview(record).kind}`)} />
      <DataTable.Col
        label={t('admin-catalogue.column.vintages')}
        render={(record) => computeProductSummary(toOverview(record)).years.join(', ')}
      />
      <DataTable.Col
        source="price"
        disableSort
        sx={alignRight}
        label={t('admin-catalogue.column.price')}
        render={price}
      />
      <DataTable.Col
        source="stock"
        disableSort
        sx={alignRight}
        label={t('admin-catalogue.column.stock')}
        render={stock}
      />
      <DataTable.Col
        label={t('admin-catalogue.column.state')}
        render={(record) => <ProductState product={toOverview(record)} />}
      />
    </DataTable>
  );
}

const ProductName = ({ product: { image, name, appellation } }: { product: OverviewProduct }): ReactNode => (
  <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
    <ProductPicture image={image} />
    <Box>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {name}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {appellation}
      </Typography>
    </Box>
  </Stack>
);
