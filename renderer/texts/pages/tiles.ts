/** Texts of the page on which tiles are arranged. */

import { addTexts } from '../context.tsx';

export const tileTexts = {
  'tiles.title': ['Kacheln', 'Tiles'],
  'tiles.intro': [
    'So stehen die Kacheln an jeder Kasse. Eine Kachel antippen, dann den Platz, an den sie soll.',
    'This is how the tiles stand at every till. Touch a tile, then the place where it should go.',
  ],
  'tiles.grid': ['Kacheln in ihrer Reihenfolge', 'Tiles in their order'],
  'tiles.end': ['Ans Ende', 'To the end'],
  'tiles.loading': ['Kacheln werden geladen …', 'Loading tiles …'],
  'tiles.empty': [
    'Noch keine Kachel: Die Kasse zeigt alle Artikel, Gruppe für Gruppe.',
    'No tile yet: the till shows all articles, group by group.',
  ],
  'tiles.add': ['Hinzufügen', 'Add'],
  'tiles.addTo': ['In „{{name}}“ hinzufügen', 'Add to “{{name}}”'],
  'tiles.search': ['Artikel suchen', 'Search articles'],
  'tiles.searchHelp': [
    'Name, Nummer oder EAN. Wer schon eine Kachel hat, steht nicht in der Liste.',
    'Name, number or EAN. Articles that have a tile are not listed.',
  ],
  'tiles.noneFound': ['Kein Artikel ohne Kachel passt dazu.', 'No article without a tile matches.'],
  'tiles.newFolder': ['Neuer Ordner', 'New folder'],
  'tiles.folderCount': ['Ordner · {{count}} Artikel', 'Folder · {{count}} articles'],
  'tiles.nameDe': ['Name', 'Name'],
  'tiles.nameEn': ['Name auf Englisch', 'Name in English'],
  'tiles.actions': ['Aktionen', 'Actions'],
  'tiles.chosen': ['Gewählt: {{name}}', 'Chosen: {{name}}'],
  'tiles.earlier': ['Nach vorn', 'Earlier'],
  'tiles.later': ['Nach hinten', 'Later'],
  'tiles.into': ['In einen Ordner', 'Into a folder'],
  'tiles.remove': ['Kachel entfernen', 'Remove the tile'],
  'tiles.removeFolder': ['Ordner entfernen', 'Remove the folder'],
  'tiles.removed': ['„{{name}}“ hat keine Kachel mehr.', '“{{name}}” has no tile any more.'],
  'tiles.inside': ['In diesem Ordner', 'In this folder'],
  'tiles.emptyFolder': [
    'Der Ordner ist leer. Leere Ordner zeigt die Kasse nicht.',
    'The folder is empty. The till does not show empty folders.',
  ],
  'tiles.out': ['{{name}} herausnehmen', 'Take {{name}} out'],
  'tiles.done': ['Fertig', 'Done'],
  'tiles.moved': ['{{name}}: Platz {{place}} von {{count}}', '{{name}}: place {{place}} of {{count}}'],
  'tiles.added': ['{{name}} hinzugefügt', '{{name}} added'],
  'tiles.unsaved': ['Noch nicht gespeichert', 'Not saved yet'],
  'tiles.save': ['Kacheln speichern', 'Save the tiles'],
  'tiles.discard': ['Verwerfen', 'Discard'],
  'tiles.saved': ['Gespeichert. Alle Kassen zeigen die neuen Kacheln.', 'Saved. All tills show the new tiles.'],
  'tiles.outdated': [
    'Jemand anderes hat die Kacheln inzwischen geändert. Das hier ist der neue Stand; die eigenen Änderungen bitte noch einmal machen.',
    'Somebody else has changed the tiles meanwhile. This is the new state; please make your changes again.',
  ],
} as const;

export const useTileTexts = addTexts(tileTexts);
