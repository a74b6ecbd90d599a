/** Every member that stands in the audit log has words, German and English, whichever of its objects gets one more. */
import Type from 'typebox';
import { expect, test } from 'vitest';
import { ArticleGroupInput, EanPrefix, MasterArticle } from '../../../main/wire/articles.ts';
import type { AuditKind } from '../../../main/wire/audit.ts';
import { ClientInput } from '../../../main/wire/clients.ts';
import { DisplayInput } from '../../../main/wire/displays.ts';
import {
  CardChange,
  CardGroupSettings,
  CardLock,
  CardRange,
  ManagedCampaign,
  NewCampaign,
  Voucher,
  VoucherChange,
} from '../../../main/wire/loyaltyManagement.ts';
import { PersonChanges } from '../../../main/wire/people.ts';
import { PrinterInput, ReceiptLinkSettings, TillPrintingInput } from '../../../main/wire/printers.ts';
import { ScaleInput } from '../../../main/wire/scales.ts';
import { ScannerInput } from '../../../main/wire/scanners.ts';
import { ShopFacts, TaxRate, TillInput } from '../../../main/wire/shop.ts';
import { TilesInput } from '../../../main/wire/tiles.ts';
import { peopleTexts } from '../../texts/pages/people.ts';

/** The objects that an entry of each kind holds before and after; kinds without one hold facts of their own. */
const SHAPES: Readonly<Partial<Record<AuditKind, readonly object[]>>> = {
  shop: [ShopFacts, ReceiptLinkSettings],
  taxRate: [TaxRate],
  till: [TillInput, TillPrintingInput],
  display: [DisplayInput],
  scale: [ScaleInput],
  scanner: [ScannerInput],
  client: [ClientInput],
  person: [PersonChanges],
  article: [MasterArticle],
  articleGroup: [ArticleGroupInput],
  prefix: [EanPrefix],
  tiles: [Type.Pick(TilesInput, ['tiles'])],
  cardGroup: [CardGroupSettings],
  card: [CardChange, CardLock, CardRange],
  campaign: [ManagedCampaign, NewCampaign],
  voucher: [Voucher, VoucherChange],
  printer: [PrinterInput],
};

/** Names of the members of a shape and of what lies below them. Entries write them in one word. */
function* membersOf(shape: unknown): Generator<string> {
  if (typeof shape !== 'object' || shape === null) return;
  for (const [keyword, part] of Object.entries(shape)) {
    if (keyword === 'properties')
      for (const [name, member] of Object.entries(part as object)) {
        yield name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
        yield* membersOf(member);
      }
    else if (keyword !== 'patternProperties' && keyword !== 'enum') yield* membersOf(part);
  }
}

test.each(Object.entries(SHAPES))('every member of an entry about %s has words', (_kind, shapes) => {
  const names = [...new Set(shapes.flatMap(shape => [...membersOf(shape)]))];
  expect(names.filter(name => !Object.hasOwn(peopleTexts, `changes.member.${name}`))).toEqual([]);
});
