import { Box, Chip, Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
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
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { searchFilterName } from '#shared/resource-spec.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import { productOverviewName } from './product-overview-adapter.ts';

const toProductPath = (id: RaRecord['id']): string => `/product/${id}`;
const toOverview = (record: object): OverviewProduct => record as OverviewProduct;

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

/** The main picture of a product in a list. It is decorative, because the name stands beside it. */
function ProductPicture({ image }: Pick<OverviewProduct, 'image'>): ReactNode {
  const size = { width: 40, height: 52, borderRadius: 0.5, objectFit: 'contain' } as const;
  if (!image) return <Box sx={{ ...size, bgcolor: 'action.hover' }} />;
  // An SVG has no smaller sizes and is served as a file.
  const src = image.url.startsWith('/file/') ? image.url : buildImageUrl(image.url, 96);
  return <Box component="img" src={src} alt="" loading="lazy" sx={size} />;
}

/** The values that the list shows for a product with several variants. */
interface ProductSummary {
  /** The lowest and the highest price in euros. */
  minPrice: number;
  maxPrice: number;
  /** The vintages, the latest first. */
  years: number[];
  /** The counted bottles that can be sold; null if only variants without a counted stock can be sold. */
  quantity: number | null;
}

export function computeProductSummary({ variants }: Pick<OverviewProduct, 'variants'>): ProductSummary {
  const prices = variants.map(({ price }) => price);
  const counted = variants.flatMap(({ quantity }) => quantity ?? []);
  const total = counted.reduce((sum, each) => sum + each, 0);
  const isCounted = counted.length > 0 && (total > 0 || counted.length === variants.length);
  const years = new Set(variants.flatMap(({ year }) => year ?? []));
  return {
    minPrice: Math.min(...prices),
    maxPrice: Math.max(...prices),
    years: [...years].sort((a, b) => b - a),
    quantity: isCounted ? total : null,
  };
}

/** The state of a product in a list: archived, not published, sold out, or on sale. */
function ProductState({ product }: { product: OverviewProduct }): ReactNode {
  const { t } = useAdminTexts();
  if (product.archivedAt) return <Chip size="small" label={t('admin-catalogue.state.archived')} />;
  if (!product.isPublished) return <Chip size="small" label={t('admin-catalogue.state.unpublished')} />;
  if (computeProductSummary(product).quantity === 0)
    return <Chip size="small" color="warning" variant="outlined" label={t('admin-catalogue.state.soldOut')} />;
  return <Chip size="small" color="success" variant="outlined" label={t('admin-catalogue.state.onSale')} />;
}

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
