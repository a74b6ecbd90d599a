/** Words for a record that is kept and does not count: what it waits for. */
import type { Texts } from '../../domain/texts.ts';

export const waitingTexts: Readonly<Record<'sale' | 'person' | 'newerOffice' | 'nothing', (object: string) => Texts>> =
  {
    sale: object => ({
      de: `Storno ohne Verkauf: wartet auf den Verkauf ${object}. Er zählt, sobald die Kasse ihn sendet, die ihn gebucht hat.`,
      en: `Cancellation without a sale: waits for the sale ${object}. It counts as soon as the till sends it that booked it.`,
    }),
    person: object => ({
      de: `${object} hat eine Person aus den Büchern genommen; es zählt, wenn sie es zurücknimmt.`,
      en: `A person took ${object} out of the books; it counts when that is taken back.`,
    }),
    newerOffice: () => ({
      de: 'Von einer neueren Kasse: wartet auf eine neuere Version der Zentrale.',
      en: 'Of a newer till: waits for a newer version of the back office.',
    }),
    nothing: object => ({
      de: `${object} ist unter einer anderen Nummer schon gezählt. Es ist nichts zu tun.`,
      en: `${object} was counted under another number already. There is nothing to do.`,
    }),
  };
