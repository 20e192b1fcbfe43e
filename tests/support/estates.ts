/** The two demonstration estates as visitors find them on the test server: three hosts. */

export interface Route {
  path: string;
  /** How its `<title>` begins. */
  title: string;
  /** Its only first-level heading. */
  heading: string;
}

export interface Host {
  name: string;
  /** Its own and the other languages of the same estate. */
  lang: 'fr-FR' | 'en-GB';
  estate: string;
  /** What search engines are told. */
  origin: string;
  /** Words that would betray the other estate. */
  strangers: readonly string[];
  /** Every page of the tree and at fixed paths. */
  routes: readonly Route[];
  /** One article and, where the estate has them, all shapes of a product's address. */
  details: readonly Route[];
  lists: { wines: string; juices: string; news: string };
}

const route = (path: string, title: string, heading: string): Route => ({ path, title, heading });

const legalInFrench = [
  route('/privacy-policy', 'Politique de confidentialité', 'Politique de confidentialité'),
  route('/use-terms', 'Conditions générales d’utilisation', 'Conditions générales d’utilisation'),
  route('/sale-terms', 'Conditions générales de vente', 'Conditions générales de vente'),
  route('/cookie-policy', 'Politique relative aux cookies', 'Politique relative aux cookies'),
  route('/legal-notice', 'Mentions légales', 'Mentions légales'),
];

export const chenes: Host = {
  name: 'localhost',
  lang: 'fr-FR',
  estate: 'Domaine des Chênes',
  origin: 'https://domaine-des-chenes.example',
  strangers: ['Willow', 'willow-hill', 'Bergerac'],
  routes: [
    route('/', 'Domaine des Chênes, vins, pineaux et cognacs en Charentes', 'Domaine des Chênes'),
    route('/nos-produits', 'Vins, pineaux, cognacs et jus', 'Nos produits'),
    route('/nos-produits/nos-vins', 'Vins, Pineau des Charentes et Cognac', 'Nos vins'),
    route('/nos-produits/les-jus-de-raisin', 'Jus de raisin des Charentes', 'Les jus de raisin'),
    route('/notre-domaine', 'Une famille de vignerons en Charentes', 'Notre domaine'),
    route('/notre-domaine/le-chai-et-la-distillerie', 'Le chai et la distillerie', 'Le chai et la distillerie'),
    route('/visites-et-degustations', 'Visites et dégustations', 'Visites et dégustations'),
    route(
      '/accueil-de-camping-cars-en-poitou-charentes',
      'Accueil de camping-cars dans les vignes',
      'Votre étape dans les vignes',
    ),
    route('/actualites', 'Actualités du Domaine des Chênes', 'Actualités du Domaine des Chênes'),
    route('/contact', 'Nous trouver et nous écrire', 'Nous trouver, nous écrire'),
    route('/products/search', 'Rechercher', 'Rechercher'),
    ...legalInFrench,
  ],
  details: [
    route('/actualites/vendanges-2026-le-journal/7', 'Vendanges 2026, le journal', 'Vendanges 2026, le journal'),
    route(
      '/wines/cabernet-les-vieux-chenes/8',
      'Cabernet « Les Vieux Chênes » 2022',
      'Cabernet « Les Vieux Chênes » 2022',
    ),
    route(
      '/wines/cabernet-les-vieux-chenes/8/2020',
      'Cabernet « Les Vieux Chênes » 2020',
      'Cabernet « Les Vieux Chênes » 2020',
    ),
    route(
      '/wines/cabernet-les-vieux-chenes/8/detail/118',
      'Cabernet « Les Vieux Chênes » 2020',
      'Cabernet « Les Vieux Chênes » 2020',
    ),
    route('/products/jus-de-raisin-blanc/25', 'Jus de raisin blanc', 'Jus de raisin blanc'),
    route('/products/coffret-decouverte/29', 'Coffret « Découverte »', 'Coffret « Découverte »'),
    route('/wines/cognac-vsop/20', 'Cognac VSOP', 'Cognac VSOP'),
  ],
  lists: { wines: '/nos-produits/nos-vins', juices: '/nos-produits/les-jus-de-raisin', news: '/actualites' },
};

export const willow: Host = {
  name: 'willow-hill.localhost',
  lang: 'en-GB',
  estate: 'Willow Hill',
  origin: 'https://willow-hill.example',
  strangers: ['Chênes', 'domaine-des-chenes', 'Archiac'],
  routes: [
    route('/', 'Willow Hill, wines from a Dordogne hillside', 'Willow Hill'),
    route('/wines', 'The wines of Willow Hill, Bergerac', 'Wines'),
    route('/grape-juice', 'White grape juice from Sémillon grapes', 'Grape juice'),
    route('/our-story', 'Our story: two countries, one hill', 'Our story'),
    route('/our-story/the-cellar', 'The cellar: concrete, oak and patience', 'The cellar'),
    route('/visit-us', 'Visits and tastings near Bergerac', 'Visits and tastings'),
    route('/news', 'News from the hill', 'News from the hill'),
    route('/contact', 'Contact Willow Hill', 'Come by, call or write'),
    route('/products/search', 'Search', 'Search'),
    route('/privacy-policy', 'Privacy policy', 'Privacy policy'),
    route('/use-terms', 'Terms of use', 'Terms of use'),
    route('/sale-terms', 'Terms of sale', 'Terms of sale'),
    route('/cookie-policy', 'Cookie policy', 'Cookie policy'),
    route('/legal-notice', 'Legal notice', 'Legal notice'),
  ],
  details: [
    route('/news/strings-on-the-lawn/2', 'Strings on the lawn', 'Strings on the lawn'),
    route('/wines/pecharmant/1', 'Pécharmant “The Ridge” 2021', 'Pécharmant “The Ridge” 2021'),
    route('/wines/pecharmant/1/2020', 'Pécharmant “The Ridge” 2020', 'Pécharmant “The Ridge” 2020'),
    route('/wines/pecharmant/1/detail/203', 'Pécharmant “The Ridge” 2020', 'Pécharmant “The Ridge” 2020'),
    route('/products/grape-juice-white/12', 'White Grape Juice', 'White Grape Juice'),
    route('/products/discovery-case/13', 'The Discovery Case', 'The Discovery Case'),
  ],
  lists: { wines: '/wines', juices: '/grape-juice', news: '/news' },
};

export const willowInFrench: Host = {
  name: 'fr.willow-hill.localhost',
  lang: 'fr-FR',
  estate: 'Willow Hill',
  origin: 'https://fr.willow-hill.example',
  strangers: willow.strangers,
  routes: [
    route('/', 'Willow Hill, vins d’un coteau de Dordogne', 'Willow Hill'),
    route('/nos-vins', 'Les vins de Willow Hill, Bergerac', 'Nos vins'),
    route('/jus-de-raisin', 'Jus de raisin blanc, pur sémillon', 'Jus de raisin'),
    route('/notre-histoire', 'Notre histoire : deux pays, une colline', 'Notre histoire'),
    route('/notre-histoire/le-chai', 'Le chai : béton, chêne et patience', 'Le chai'),
    route('/nous-rendre-visite', 'Visites et dégustations près de Bergerac', 'Visites et dégustations'),
    route('/actualites', 'Les nouvelles de la colline', 'Les nouvelles de la colline'),
    route('/contact', 'Contacter Willow Hill', 'Passer, appeler, écrire'),
    route('/products/search', 'Rechercher', 'Rechercher'),
    ...legalInFrench,
  ],
  details: [
    route('/actualites/des-cordes-sur-la-pelouse/2', 'Des cordes sur la pelouse', 'Des cordes sur la pelouse'),
    route('/wines/pecharmant/1', 'Pécharmant « The Ridge » 2021', 'Pécharmant « The Ridge » 2021'),
    route('/wines/pecharmant/1/2020', 'Pécharmant « The Ridge » 2020', 'Pécharmant « The Ridge » 2020'),
    route('/products/discovery-case/13', 'Le coffret Découverte', 'Le coffret Découverte'),
  ],
  lists: { wines: '/nos-vins', juices: '/jus-de-raisin', news: '/actualites' },
};

export const hosts = [chenes, willow, willowInFrench];

/** Narrow and unbreakable spaces count as spaces: what is compared is words. */
export const plainSpaces = (text: string): string => text.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
