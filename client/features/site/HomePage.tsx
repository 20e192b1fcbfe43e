import { type Config, configIn, numbersIn } from '#client/app/config-fields.ts';
import { winery } from '#client/app/estate-json-ld.ts';
import type { LoaderArgs, PageLoader } from '#client/app/page-module.ts';
import { cardView, type ProductCardView } from '#client/features/catalogue/card-view.ts';
import { type NewsTeaser, newsTeaser } from '#client/features/content/news-view.ts';
import { isReadFailure } from '#shared/rendering.ts';
import { Hero } from './Hero.tsx';
import { HomeDirections } from './home/HomeDirections.tsx';
import { HomeFeatured } from './home/HomeFeatured.tsx';
import { HomeNews } from './home/HomeNews.tsx';
import { HomeWordsSection } from './home/HomeWordsSection.tsx';
import { Landscape } from './home/Landscape.tsx';
import { type HomeWords, homeWords } from './home-view.ts';

interface HomeData {
  words: HomeWords;
  featured: ProductCardView[];
  news: NewsTeaser[];
}

/** How many wines and news the home page shows. */
const shown = 3;

/** The component's configuration; a site need not have one. */
async function homeConfig(read: LoaderArgs['read']): Promise<Config | undefined> {
  try {
    return (await read('GET /component/conf/{slug}', { params: { slug: 'home' } })).config;
  } catch (error) {
    if (isReadFailure(error) && error.status === 404) return undefined;
    throw error;
  }
}

/** The products that the estate chose, in its order; those that it promotes where it chose none. */
async function featuredCards(read: LoaderArgs['read'], config: Config | undefined): Promise<ProductCardView[]> {
  const chosen = numbersIn(configIn(config, 'featured'), 'products').slice(0, shown);
  const [{ products }, { awards }] = await Promise.all([
    read('GET /product', { query: chosen.length ? { nbItem: 100 } : { promoted: 'true', nbItem: shown } }),
    read('GET /award'),
  ]);
  const inOrder = chosen.length
    ? chosen.flatMap((id) => products.find((product) => product.id === id) ?? [])
    : products;
  return inOrder.map((product) => cardView(product, awards));
}

export const loader: PageLoader<HomeData> = async (args) => {
  const { read, entry, site } = args;
  const config = await homeConfig(read);
  const [featured, { news }] = await Promise.all([
    featuredCards(read, config),
    read('GET /news', { query: { promoted: 'true', nbItem: shown } }),
  ]);
  const words = homeWords(config, site.name);
  return {
    status: 200,
    data: { words, featured, news: news.map((item) => newsTeaser(item, args)) },
    head: {
      title: entry?.title ?? site.name,
      description: entry?.description || words.hero.sentence,
      image: words.hero.picture,
      jsonLd: import.meta.env.SSR
        ? [
            winery(args, words.hero.picture?.url),
            { '@type': 'WebSite', '@id': `${site.origin}/#site`, name: site.name, url: `${site.origin}/` },
          ]
        : [],
    },
  };
};

/** The estate's front door. */
export function Page({ data: { words, featured, news } }: { data: HomeData }) {
  const { hero, landscape } = words;
  return (
    <>
      <Hero picture={hero.picture} title={hero.title} sentence={hero.sentence} tall />
      <HomeWordsSection {...words.words} />
      <HomeFeatured title={words.featuredTitle} cards={featured} />
      {landscape.picture && <Landscape picture={landscape.picture} caption={landscape.caption} />}
      <HomeNews title={words.newsTitle} news={news} />
      <HomeDirections {...words.directions} />
    </>
  );
}
