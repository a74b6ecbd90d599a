/**
 * The articles of the demo shop: a fixed table, so that a reader can scan the articles of the README and scripts can
 * rely on them. An article number follows from its place in the section, and the EAN from the number: new articles go
 * to the end of a section. Prices are multiples of ten cents, of twenty in the coffee group, except in the rehearsal
 * group: so neither a basket nor its rest after the 10 % campaign ends in 05, 07, 09 or 13 cents, amounts that make
 * the virtual terminal react.
 */

import { completeEan13 } from '../domain/checkDigits.ts';
import type { Language } from '../domain/money.ts';

type Text = Readonly<Record<Language, string>>;

export interface DemoGroup {
  readonly id: string;
  readonly desc: Text;
  /** 1 for a main group, 2 for a group within it. */
  readonly level: 1 | 2;
}

export interface DemoArticle {
  readonly articleNumber: string;
  /** Empty for articles without a barcode: they are sold by quick key alone. */
  readonly ean: string;
  readonly desc: Text;
  /** Cents, tax included. */
  readonly price: number;
  readonly tax: 7 | 19;
  /** The main group, then the group within it. */
  readonly group: readonly DemoGroup[];
  readonly quickKey: boolean;
}

/** Articles that the README and the stories scan. */
export const readmeArticles = {
  coffee: '2000000010069', // Cappuccino, 3,40 EUR, 19 %
  bread: '2000000020006', // Bauernbrot, 4,50 EUR, 7 %
  milk: '2000000030005', // Vollmilch, 1,40 EUR, 7 %
} as const;

type Row = readonly [de: string, en: string, price: number];

interface Section {
  readonly main: keyof typeof MAIN_GROUPS;
  readonly sub: keyof typeof SUB_GROUPS;
  /** Article numbers count up from here. */
  readonly from: number;
  readonly tax: 7 | 19;
  /** All of it are tiles, and have no barcode. */
  readonly quickKeys?: true;
  /** German names of those that are tiles beside their barcode. */
  readonly tiles?: readonly string[];
  readonly rows: readonly Row[];
}

const MAIN_GROUPS = {
  coffee: { de: 'Kaffee', en: 'Coffee' },
  bakery: { de: 'Backwaren', en: 'Bakery' },
  dairy: { de: 'Milchprodukte', en: 'Dairy' },
  drinks: { de: 'Getränke', en: 'Drinks' },
  fruit: { de: 'Obst und Gemüse', en: 'Fruit and vegetables' },
  sweets: { de: 'Süßes und Snacks', en: 'Sweets and snacks' },
  pantry: { de: 'Vorrat', en: 'Pantry' },
  household: { de: 'Haushalt', en: 'Household' },
  stationery: { de: 'Schreibwaren', en: 'Stationery' },
  rehearsal: { de: 'Terminal-Probe', en: 'Terminal rehearsal' },
} as const satisfies Record<string, Text>;

const SUB_GROUPS = {
  'coffee-cups': { de: 'Kaffeegetränke', en: 'Coffee drinks' },
  'coffee-beans': { de: 'Bohnen und gemahlen', en: 'Beans and ground' },
  bread: { de: 'Brot und Brötchen', en: 'Bread and rolls' },
  pastry: { de: 'Kuchen und Gebäck', en: 'Cakes and pastry' },
  milk: { de: 'Milch und Sahne', en: 'Milk and cream' },
  'cheese-yoghurt': { de: 'Käse, Joghurt, Eier', en: 'Cheese, yoghurt, eggs' },
  'soft-drinks': { de: 'Alkoholfreies', en: 'Soft drinks' },
  'beer-wine': { de: 'Bier und Wein', en: 'Beer and wine' },
  tea: { de: 'Tee', en: 'Tea' },
  'fresh-fruit': { de: 'Obst', en: 'Fruit' },
  vegetables: { de: 'Gemüse', en: 'Vegetables' },
  chocolate: { de: 'Schokolade', en: 'Chocolate' },
  'candy-snacks': { de: 'Bonbons und Snacks', en: 'Candy and snacks' },
  staples: { de: 'Grundnahrungsmittel', en: 'Staples' },
  spreads: { de: 'Aufstriche und Saucen', en: 'Spreads and sauces' },
  cleaning: { de: 'Reinigung', en: 'Cleaning' },
  kitchen: { de: 'Küche und Licht', en: 'Kitchen and light' },
  care: { de: 'Körperpflege', en: 'Personal care' },
  writing: { de: 'Stifte', en: 'Pens' },
  paper: { de: 'Papier und Büro', en: 'Paper and office' },
  signs: { de: 'Besondere Beträge', en: 'Special amounts' },
} as const satisfies Record<string, Text>;

const SECTIONS: readonly Section[] = [
  {
    main: 'coffee',
    sub: 'coffee-cups',
    from: 1000,
    tax: 19,
    tiles: ['Espresso', 'Kaffee groß', 'Cappuccino', 'Flat White', 'Latte Macchiato', 'Milchkaffee'],
    rows: [
      ['Espresso', 'Espresso', 220],
      ['Espresso doppelt', 'Double espresso', 320],
      ['Espresso Macchiato', 'Espresso macchiato', 260],
      ['Kaffee klein', 'Coffee, small', 240],
      ['Kaffee groß', 'Coffee, large', 320],
      ['Café Crème', 'Café crème', 280],
      ['Cappuccino', 'Cappuccino', 340],
      ['Cappuccino groß', 'Cappuccino, large', 420],
      ['Flat White', 'Flat white', 380],
      ['Latte Macchiato', 'Latte macchiato', 400],
      ['Milchkaffee', 'Café au lait', 380],
      ['Mokka', 'Mocha', 440],
      ['Americano', 'Americano', 300],
      ['Cold Brew', 'Cold brew', 460],
      ['Eiskaffee', 'Iced coffee', 520],
      ['Affogato', 'Affogato', 480],
    ],
  },
  {
    main: 'coffee',
    sub: 'coffee-beans',
    from: 1100,
    tax: 7,
    rows: [
      ['Hausmischung Bohnen 250 g', 'House blend, beans 250 g', 580],
      ['Hausmischung gemahlen 250 g', 'House blend, ground 250 g', 580],
      ['Hausmischung Bohnen 1 kg', 'House blend, beans 1 kg', 1980],
      ['Espressobohnen 500 g', 'Espresso beans 500 g', 1180],
      ['Espressobohnen 1 kg', 'Espresso beans 1 kg', 2180],
      ['Äthiopien Hochland 250 g', 'Ethiopia highland 250 g', 780],
      ['Kolumbien Bohnen 250 g', 'Colombia, beans 250 g', 720],
      ['Brasilien Bohnen 500 g', 'Brazil, beans 500 g', 980],
      ['Entkoffeiniert gemahlen 250 g', 'Decaffeinated, ground 250 g', 640],
      ['Filterkaffee gemahlen 500 g', 'Filter coffee, ground 500 g', 760],
      ['Kaffeekapseln 10 Stück', 'Coffee capsules, pack of 10', 380],
      ['Löslicher Kaffee 100 g', 'Instant coffee 100 g', 540],
    ],
  },
  {
    main: 'bakery',
    sub: 'bread',
    from: 2000,
    tax: 7,
    rows: [
      ['Bauernbrot 1 kg', 'Farmhouse bread 1 kg', 450],
      ['Roggenbrot 750 g', 'Rye bread 750 g', 390],
      ['Dinkelbrot 750 g', 'Spelt bread 750 g', 480],
      ['Vollkornbrot 500 g', 'Wholegrain bread 500 g', 320],
      ['Mehrkornbrot 750 g', 'Multigrain bread 750 g', 420],
      ['Sauerteigbrot 1 kg', 'Sourdough bread 1 kg', 490],
      ['Walnussbrot 500 g', 'Walnut bread 500 g', 440],
      ['Kartoffelbrot 750 g', 'Potato bread 750 g', 380],
      ['Toastbrot 500 g', 'Toast bread 500 g', 180],
      ['Vollkorntoast 500 g', 'Wholegrain toast 500 g', 220],
      ['Baguette', 'Baguette', 190],
      ['Ciabatta', 'Ciabatta', 240],
      ['Fladenbrot', 'Flatbread', 210],
      ['Knäckebrot 250 g', 'Crispbread 250 g', 230],
      ['Pumpernickel 500 g', 'Pumpernickel 500 g', 260],
    ],
  },
  {
    main: 'bakery',
    sub: 'pastry',
    from: 2100,
    tax: 7,
    rows: [
      ['Buttercroissant 4 Stück', 'Butter croissants, pack of 4', 420],
      ['Schokocroissant 2 Stück', 'Chocolate croissants, pack of 2', 320],
      ['Apfelstrudel', 'Apple strudel', 350],
      ['Käsekuchen ganz', 'Cheesecake, whole', 1280],
      ['Marmorkuchen', 'Marble cake', 490],
      ['Zitronenkuchen', 'Lemon cake', 490],
      ['Nusszopf', 'Nut plait', 560],
      ['Hefezopf', 'Yeast plait', 520],
      ['Donuts 6 Stück', 'Doughnuts, pack of 6', 380],
      ['Muffins 4 Stück', 'Muffins, pack of 4', 340],
      ['Berliner 6 Stück', 'Jam doughnuts, pack of 6', 480],
      ['Bienenstich', 'Bee sting cake', 620],
    ],
  },
  {
    main: 'dairy',
    sub: 'milk',
    from: 3000,
    tax: 7,
    rows: [
      ['Vollmilch 1 l', 'Whole milk 1 l', 140],
      ['Fettarme Milch 1 l', 'Low-fat milk 1 l', 130],
      ['Bio-Vollmilch 1 l', 'Organic whole milk 1 l', 180],
      ['Laktosefreie Milch 1 l', 'Lactose-free milk 1 l', 160],
      ['H-Milch 1 l', 'UHT milk 1 l', 120],
      ['Buttermilch 500 ml', 'Buttermilk 500 ml', 90],
      ['Kakaotrunk 500 ml', 'Chocolate milk 500 ml', 150],
      ['Schlagsahne 200 g', 'Whipping cream 200 g', 110],
      ['Saure Sahne 200 g', 'Sour cream 200 g', 80],
      ['Crème fraîche 150 g', 'Crème fraîche 150 g', 120],
      ['Kondensmilch 340 g', 'Condensed milk 340 g', 140],
    ],
  },
  {
    main: 'dairy',
    sub: 'cheese-yoghurt',
    from: 3100,
    tax: 7,
    rows: [
      ['Gouda jung 400 g', 'Young Gouda 400 g', 390],
      ['Emmentaler 300 g', 'Emmental 300 g', 420],
      ['Bergkäse 200 g', 'Mountain cheese 200 g', 480],
      ['Camembert 250 g', 'Camembert 250 g', 260],
      ['Feta 200 g', 'Feta 200 g', 290],
      ['Mozzarella 125 g', 'Mozzarella 125 g', 120],
      ['Frischkäse 200 g', 'Cream cheese 200 g', 160],
      ['Parmesan 150 g', 'Parmesan 150 g', 430],
      ['Butter 250 g', 'Butter 250 g', 240],
      ['Naturjoghurt 500 g', 'Natural yoghurt 500 g', 130],
      ['Erdbeerjoghurt 150 g', 'Strawberry yoghurt 150 g', 60],
      ['Griechischer Joghurt 400 g', 'Greek yoghurt 400 g', 220],
      ['Magerquark 500 g', 'Low-fat quark 500 g', 150],
      ['Skyr 450 g', 'Skyr 450 g', 210],
      ['Eier 10 Stück', 'Eggs, pack of 10', 320],
    ],
  },
  {
    main: 'drinks',
    sub: 'soft-drinks',
    from: 4000,
    tax: 19,
    rows: [
      ['Mineralwasser still 1 l', 'Still mineral water 1 l', 90],
      ['Mineralwasser spritzig 1 l', 'Sparkling mineral water 1 l', 90],
      ['Apfelschorle 500 ml', 'Apple spritzer 500 ml', 150],
      ['Orangensaft 1 l', 'Orange juice 1 l', 280],
      ['Apfelsaft 1 l', 'Apple juice 1 l', 220],
      ['Traubensaft 1 l', 'Grape juice 1 l', 290],
      ['Multivitaminsaft 1 l', 'Multivitamin juice 1 l', 260],
      ['Cola 500 ml', 'Cola 500 ml', 140],
      ['Cola zuckerfrei 500 ml', 'Cola, sugar-free 500 ml', 140],
      ['Zitronenlimonade 500 ml', 'Lemonade 500 ml', 130],
      ['Orangenlimonade 500 ml', 'Orangeade 500 ml', 130],
      ['Eistee Pfirsich 500 ml', 'Iced tea, peach 500 ml', 170],
      ['Eistee Zitrone 500 ml', 'Iced tea, lemon 500 ml', 170],
      ['Ingwerlimonade 330 ml', 'Ginger ale 330 ml', 190],
      ['Tonic Water 500 ml', 'Tonic water 500 ml', 160],
      ['Mate-Tee 500 ml', 'Mate tea 500 ml', 180],
      ['Energiegetränk 250 ml', 'Energy drink 250 ml', 150],
      ['Haferdrink 1 l', 'Oat drink 1 l', 210],
    ],
  },
  {
    main: 'drinks',
    sub: 'beer-wine',
    from: 4100,
    tax: 19,
    rows: [
      ['Pils 500 ml', 'Pilsner 500 ml', 120],
      ['Weizenbier 500 ml', 'Wheat beer 500 ml', 130],
      ['Helles 500 ml', 'Lager 500 ml', 120],
      ['Radler 500 ml', 'Shandy 500 ml', 110],
      ['Alkoholfreies Bier 500 ml', 'Alcohol-free beer 500 ml', 120],
      ['Riesling trocken 750 ml', 'Dry Riesling 750 ml', 690],
      ['Grauburgunder 750 ml', 'Pinot gris 750 ml', 740],
      ['Spätburgunder 750 ml', 'Pinot noir 750 ml', 820],
      ['Rosé 750 ml', 'Rosé 750 ml', 590],
      ['Sekt trocken 750 ml', 'Dry sparkling wine 750 ml', 650],
    ],
  },
  {
    main: 'drinks',
    sub: 'tea',
    from: 4200,
    tax: 7,
    rows: [
      ['Schwarzer Tee 25 Beutel', 'Black tea, 25 bags', 240],
      ['Grüner Tee 25 Beutel', 'Green tea, 25 bags', 260],
      ['Kamillentee 25 Beutel', 'Camomile tea, 25 bags', 180],
      ['Pfefferminztee 25 Beutel', 'Peppermint tea, 25 bags', 180],
      ['Früchtetee 25 Beutel', 'Fruit tea, 25 bags', 190],
      ['Rooibostee 25 Beutel', 'Rooibos tea, 25 bags', 220],
    ],
  },
  {
    main: 'fruit',
    sub: 'fresh-fruit',
    from: 5000,
    tax: 7,
    rows: [
      ['Äpfel Schale 1 kg', 'Apples, tray 1 kg', 280],
      ['Birnen Schale 1 kg', 'Pears, tray 1 kg', 320],
      ['Erdbeeren Schale 500 g', 'Strawberries, punnet 500 g', 390],
      ['Heidelbeeren Schale 250 g', 'Blueberries, punnet 250 g', 290],
      ['Himbeeren Schale 125 g', 'Raspberries, punnet 125 g', 240],
      ['Weintrauben Schale 500 g', 'Grapes, tray 500 g', 260],
      ['Orangen Netz 2 kg', 'Oranges, net 2 kg', 380],
      ['Mandarinen Netz 1 kg', 'Mandarins, net 1 kg', 270],
      ['Zitronen Netz 500 g', 'Lemons, net 500 g', 180],
      ['Kiwi Schale 6 Stück', 'Kiwi fruit, tray of 6', 220],
      ['Ananas', 'Pineapple', 290],
      ['Mango', 'Mango', 190],
    ],
  },
  {
    main: 'fruit',
    sub: 'vegetables',
    from: 5100,
    tax: 7,
    rows: [
      ['Kartoffeln 2 kg', 'Potatoes 2 kg', 340],
      ['Möhren 1 kg', 'Carrots 1 kg', 140],
      ['Zwiebeln Netz 1 kg', 'Onions, net 1 kg', 130],
      ['Rispentomaten 500 g', 'Vine tomatoes 500 g', 240],
      ['Cherrytomaten 250 g', 'Cherry tomatoes 250 g', 190],
      ['Paprika Mix 500 g', 'Mixed peppers 500 g', 290],
      ['Kopfsalat', 'Lettuce', 120],
      ['Feldsalat 150 g', "Lamb's lettuce 150 g", 180],
      ['Brokkoli 500 g', 'Broccoli 500 g', 170],
      ['Blumenkohl', 'Cauliflower', 240],
      ['Champignons 400 g', 'Mushrooms 400 g', 220],
      ['Zucchini 500 g', 'Courgettes 500 g', 160],
    ],
  },
  {
    main: 'sweets',
    sub: 'chocolate',
    from: 6000,
    tax: 7,
    rows: [
      ['Vollmilchschokolade 100 g', 'Milk chocolate 100 g', 130],
      ['Zartbitterschokolade 100 g', 'Dark chocolate 100 g', 150],
      ['Nussschokolade 100 g', 'Hazelnut chocolate 100 g', 160],
      ['Weiße Schokolade 100 g', 'White chocolate 100 g', 140],
      ['Schokoriegel', 'Chocolate bar', 90],
      ['Schokoriegel 5 Stück', 'Chocolate bars, pack of 5', 280],
      ['Pralinen 200 g', 'Pralines 200 g', 490],
      ['Schokorosinen 200 g', 'Chocolate raisins 200 g', 210],
      ['Nougat 100 g', 'Nougat 100 g', 180],
      ['Marzipanbrot 100 g', 'Marzipan loaf 100 g', 170],
    ],
  },
  {
    main: 'sweets',
    sub: 'candy-snacks',
    from: 6100,
    tax: 7,
    rows: [
      ['Fruchtgummi 200 g', 'Fruit gums 200 g', 120],
      ['Lakritz 200 g', 'Liquorice 200 g', 140],
      ['Karamellbonbons 150 g', 'Caramel sweets 150 g', 160],
      ['Hustenbonbons 75 g', 'Cough drops 75 g', 180],
      ['Kaugummi Minze', 'Chewing gum, mint', 110],
      ['Butterkekse 200 g', 'Butter biscuits 200 g', 130],
      ['Haferkekse 200 g', 'Oat biscuits 200 g', 190],
      ['Waffeln 250 g', 'Wafers 250 g', 220],
      ['Lebkuchen 200 g', 'Gingerbread 200 g', 240],
      ['Kartoffelchips 150 g', 'Crisps 150 g', 190],
      ['Erdnüsse gesalzen 200 g', 'Salted peanuts 200 g', 160],
      ['Studentenfutter 200 g', 'Trail mix 200 g', 320],
      ['Salzstangen 250 g', 'Pretzel sticks 250 g', 110],
      ['Popcorn 100 g', 'Popcorn 100 g', 150],
    ],
  },
  {
    main: 'pantry',
    sub: 'staples',
    from: 7000,
    tax: 7,
    rows: [
      ['Weizenmehl 1 kg', 'Wheat flour 1 kg', 90],
      ['Zucker 1 kg', 'Sugar 1 kg', 120],
      ['Salz 500 g', 'Salt 500 g', 60],
      ['Spaghetti 500 g', 'Spaghetti 500 g', 140],
      ['Penne 500 g', 'Penne 500 g', 140],
      ['Basmatireis 1 kg', 'Basmati rice 1 kg', 320],
      ['Haferflocken 500 g', 'Rolled oats 500 g', 110],
      ['Müsli 750 g', 'Muesli 750 g', 380],
      ['Cornflakes 500 g', 'Cornflakes 500 g', 240],
      ['Rote Linsen 500 g', 'Red lentils 500 g', 220],
      ['Olivenöl 750 ml', 'Olive oil 750 ml', 890],
      ['Sonnenblumenöl 1 l', 'Sunflower oil 1 l', 240],
      ['Weißweinessig 500 ml', 'White wine vinegar 500 ml', 190],
      ['Passierte Tomaten 500 g', 'Tomato passata 500 g', 130],
      ['Kichererbsen 400 g', 'Chickpeas 400 g', 110],
    ],
  },
  {
    main: 'pantry',
    sub: 'spreads',
    from: 7100,
    tax: 7,
    rows: [
      ['Blütenhonig 500 g', 'Blossom honey 500 g', 520],
      ['Erdbeerkonfitüre 340 g', 'Strawberry jam 340 g', 260],
      ['Aprikosenkonfitüre 340 g', 'Apricot jam 340 g', 260],
      ['Nuss-Nougat-Creme 400 g', 'Hazelnut spread 400 g', 340],
      ['Erdnussbutter 350 g', 'Peanut butter 350 g', 310],
      ['Mittelscharfer Senf 250 ml', 'Mustard 250 ml', 110],
      ['Tomatenketchup 500 ml', 'Tomato ketchup 500 ml', 210],
      ['Mayonnaise 250 ml', 'Mayonnaise 250 ml', 180],
      ['Pesto Genovese 190 g', 'Pesto Genovese 190 g', 290],
      ['Hummus 200 g', 'Hummus 200 g', 230],
    ],
  },
  {
    main: 'household',
    sub: 'cleaning',
    from: 8000,
    tax: 19,
    rows: [
      ['Spülmittel 500 ml', 'Washing-up liquid 500 ml', 160],
      ['Allzweckreiniger 1 l', 'All-purpose cleaner 1 l', 240],
      ['Glasreiniger 500 ml', 'Glass cleaner 500 ml', 220],
      ['Waschmittel 20 Wäschen', 'Detergent, 20 washes', 590],
      ['Weichspüler 1 l', 'Fabric softener 1 l', 280],
      ['Geschirrtabs 40 Stück', 'Dishwasher tabs, pack of 40', 690],
      ['Schwämme 6 Stück', 'Sponges, pack of 6', 150],
      ['Spültücher 3 Stück', 'Dishcloths, pack of 3', 180],
      ['Müllbeutel 35 l', 'Bin liners 35 l', 210],
      ['Küchenrolle 4 Stück', 'Kitchen roll, pack of 4', 320],
      ['Toilettenpapier 8 Rollen', 'Toilet paper, 8 rolls', 420],
    ],
  },
  {
    main: 'household',
    sub: 'kitchen',
    from: 8100,
    tax: 19,
    rows: [
      ['Alufolie 30 m', 'Aluminium foil 30 m', 240],
      ['Frischhaltefolie 30 m', 'Cling film 30 m', 190],
      ['Backpapier 20 Blatt', 'Baking paper, 20 sheets', 180],
      ['Gefrierbeutel 3 l', 'Freezer bags 3 l', 160],
      ['Filtertüten Größe 4', 'Coffee filters, size 4', 170],
      ['Teelichter 30 Stück', 'Tea lights, pack of 30', 280],
      ['Streichhölzer 10 Schachteln', 'Matches, 10 boxes', 150],
      ['Batterien AA 4 Stück', 'AA batteries, pack of 4', 390],
      ['Batterien AAA 4 Stück', 'AAA batteries, pack of 4', 390],
      ['LED-Lampe 8 W', 'LED bulb 8 W', 450],
    ],
  },
  {
    main: 'household',
    sub: 'care',
    from: 8200,
    tax: 19,
    rows: [
      ['Zahncreme 75 ml', 'Toothpaste 75 ml', 190],
      ['Zahnbürste', 'Toothbrush', 240],
      ['Duschgel 250 ml', 'Shower gel 250 ml', 220],
      ['Shampoo 250 ml', 'Shampoo 250 ml', 280],
      ['Handseife 300 ml', 'Hand soap 300 ml', 160],
      ['Handcreme 75 ml', 'Hand cream 75 ml', 240],
      ['Deodorant 150 ml', 'Deodorant 150 ml', 290],
      ['Taschentücher 30 Päckchen', 'Tissues, 30 packs', 320],
      ['Pflaster 20 Stück', 'Plasters, pack of 20', 270],
      ['Sonnencreme 200 ml', 'Sun cream 200 ml', 890],
    ],
  },
  {
    main: 'stationery',
    sub: 'writing',
    from: 8500,
    tax: 19,
    rows: [
      ['Kugelschreiber blau', 'Ballpoint pen, blue', 120],
      ['Kugelschreiber schwarz', 'Ballpoint pen, black', 120],
      ['Bleistift HB', 'Pencil HB', 80],
      ['Buntstifte 12 Stück', 'Coloured pencils, pack of 12', 490],
      ['Filzstifte 10 Stück', 'Felt-tip pens, pack of 10', 380],
      ['Textmarker gelb', 'Highlighter, yellow', 150],
      ['Füller', 'Fountain pen', 1290],
      ['Tintenpatronen 6 Stück', 'Ink cartridges, pack of 6', 180],
      ['Radiergummi', 'Eraser', 90],
      ['Anspitzer', 'Sharpener', 140],
      ['Lineal 30 cm', 'Ruler 30 cm', 160],
    ],
  },
  {
    main: 'stationery',
    sub: 'paper',
    from: 8600,
    tax: 19,
    rows: [
      ['Collegeblock A4', 'Notepad A4', 280],
      ['Notizbuch A5', 'Notebook A5', 640],
      ['Schulheft A4 liniert', 'Exercise book A4, ruled', 110],
      ['Schulheft A5 kariert', 'Exercise book A5, squared', 90],
      ['Kopierpapier 500 Blatt', 'Copy paper, 500 sheets', 590],
      ['Briefumschläge 25 Stück', 'Envelopes, pack of 25', 260],
      ['Haftnotizen', 'Sticky notes', 190],
      ['Klebestift 20 g', 'Glue stick 20 g', 170],
      ['Klebefilm 33 m', 'Adhesive tape 33 m', 150],
      ['Schere', 'Scissors', 420],
      ['Grußkarte', 'Greeting card', 250],
      ['Geschenkpapier 2 m', 'Wrapping paper 2 m', 220],
    ],
  },
  {
    main: 'bakery',
    sub: 'bread',
    from: 9001,
    tax: 7,
    quickKeys: true,
    rows: [
      ['Brötchen', 'Bread roll', 40],
      ['Laugenbrezel', 'Pretzel', 90],
      ['Körnerbrötchen', 'Seeded roll', 80],
      ['Laugenstange', 'Pretzel stick', 110],
    ],
  },
  {
    main: 'bakery',
    sub: 'pastry',
    from: 9101,
    tax: 7,
    quickKeys: true,
    rows: [
      ['Croissant', 'Croissant', 160],
      ['Rosinenschnecke', 'Raisin swirl', 220],
    ],
  },
  {
    main: 'fruit',
    sub: 'fresh-fruit',
    from: 9201,
    tax: 7,
    quickKeys: true,
    rows: [
      ['Banane', 'Banana', 40],
      ['Apfel', 'Apple', 60],
      ['Orange', 'Orange', 80],
      ['Birne', 'Pear', 70],
    ],
  },
  {
    main: 'fruit',
    sub: 'vegetables',
    from: 9301,
    tax: 7,
    quickKeys: true,
    rows: [
      ['Salatgurke', 'Cucumber', 90],
      ['Avocado', 'Avocado', 150],
    ],
  },
  { main: 'household', sub: 'kitchen', from: 9401, tax: 19, quickKeys: true, rows: [['Papiertüte', 'Paper bag', 20]] },
  {
    // A single article of this group shows the reaction of the virtual terminal to its amount.
    main: 'rehearsal',
    sub: 'signs',
    from: 9901,
    tax: 19,
    quickKeys: true,
    rows: [
      ['Probe: abgelehnt', 'Rehearsal: declined', 105],
      ['Probe: Karte nicht lesbar', 'Rehearsal: card not readable', 107],
      ['Probe: langsames Terminal', 'Rehearsal: slow terminal', 109],
      ['Probe: Leitung bricht ab', 'Rehearsal: line breaks', 113],
    ],
  },
];

const groupsOf = ({ main, sub }: Section): readonly DemoGroup[] => [
  { id: main, desc: MAIN_GROUPS[main], level: 1 },
  { id: sub, desc: SUB_GROUPS[sub], level: 2 },
];

/** Codes that begin with 20 are free for shops, so they belong to no product on the market. */
const eanOf = (articleNumber: string): string => completeEan13(`20${articleNumber.padStart(10, '0')}`);

const articlesOf = (section: Section): readonly DemoArticle[] =>
  section.rows.map(([de, en, price], index) => {
    const articleNumber = String(section.from + index);
    const quickKey = section.quickKeys ?? section.tiles?.includes(de) ?? false;
    const ean = section.quickKeys ? '' : eanOf(articleNumber);
    return { articleNumber, ean, desc: { de, en }, price, tax: section.tax, group: groupsOf(section), quickKey };
  });

/** All articles, in the order of the shelves. */
export const catalogue: readonly DemoArticle[] = SECTIONS.flatMap(articlesOf);
