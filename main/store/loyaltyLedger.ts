/** Bookings on loyalty cards, the ledger rows they are made of, and what open sales hold. Rows are never changed. */

import type { CardHistory } from '../domain/balanceExpiry.ts';
import type { Account, Balances, LedgerEntry } from '../domain/loyalty.ts';
import { silentActions } from '../domain/loyaltyActions.ts';
import type { LoyaltyTransaction } from '../wire/loyalty.ts';
import { newId } from '../world/ids.ts';
import type { Booking, HeldReservation, Loyalty, NewBooking } from '../world/loyalty.ts';
import { json, same, tableOf } from './columns.ts';
import type { Database } from './database.ts';
import { OPAQUE_PARAMETER } from './statement.ts';

export interface LoyaltyLedger extends LedgerOfSales {
  /** The booked balances; open sales may hold a part of them. */
  booked(merchantCard: string): Balances;
  /** The cards that a sale holds something of. */
  heldCards(sale: string): readonly string[];
  /** The amounts that open sales hold. Points are not held. */
  reserved(merchantCard: string): Omit<Balances, 'points'>;
}

type LedgerOfSales = Pick<
  Loyalty,
  | 'available'
  | 'held'
  | 'reservationOf'
  | 'hold'
  | 'end'
  | 'book'
  | 'describe'
  | 'booking'
  | 'bookingBytes'
  | 'bookingsOf'
  | 'lastBooking'
  | 'standingBooking'
  | 'history'
  | 'holderOf'
>;

export function createLoyaltyLedger(db: Database): LoyaltyLedger {
  const balances = createBalances(db);
  return {
    ...balances,
    ...createReservations(db),
    ...createBookings(db),
    ...createBookingLookups(db),
    ...createHistory(db),
    available(merchantCard) {
      const { cash, bonus, points } = balances.booked(merchantCard);
      const held = balances.reserved(merchantCard);
      return { cash: cash - held.cash, bonus: bonus - held.bonus, points };
    },
  };
}

function createBalances(db: Database): Pick<LoyaltyLedger, 'booked' | 'reserved'> {
  const sum = db
    .prepare<number>('SELECT coalesce(sum(amount), 0) FROM loyalty_entry WHERE merchant_card = ? AND account = ?')
    .pluck();
  const held = db.prepare<{
    cash: number;
    bonus: number;
  }>(`SELECT coalesce(sum(cash), 0) AS cash, coalesce(sum(bonus), 0) AS bonus
    FROM reservation WHERE merchant_card = ? AND state = 'held'`);
  return {
    booked: merchantCard => ({
      cash: sum.get(merchantCard, 'cash') ?? 0,
      bonus: sum.get(merchantCard, 'bonus') ?? 0,
      points: sum.get(merchantCard, 'points') ?? 0,
    }),
    reserved: merchantCard => held.get(merchantCard) ?? { cash: 0, bonus: 0 },
  };
}

function createReservations(
  db: Database,
): Pick<LoyaltyLedger, 'held' | 'heldCards' | 'reservationOf' | 'hold' | 'end'> {
  const cards = db
    .prepare<string>(
      "SELECT merchant_card FROM reservation WHERE sale = ? AND state = 'held' AND merchant_card IS NOT NULL",
    )
    .pluck();
  const reservations = tableOf<HeldReservation>(db, 'reservation', {
    ...same('sale', 'cash', 'bonus', 'state'),
    merchantCard: 'merchant_card',
  });
  const hold = db.prepare(
    `INSERT INTO reservation (sale, merchant_card, cash, bonus, state, expires_at) VALUES (?, ?, ?, ?, 'held', ?)`,
  );
  const end = db.prepare("UPDATE reservation SET state = ? WHERE sale = ? AND state = 'held'");
  return {
    held: reservations.one("sale = ? AND state = 'held'"),
    heldCards: sale => cards.all(sale),
    reservationOf: reservations.one('sale = ? ORDER BY number DESC LIMIT 1'),
    hold: ({ sale, merchantCard, cash, bonus, expiresAt }) => void hold.run(sale, merchantCard, cash, bonus, expiresAt),
    end: (sale, state) => void end.run(state, sale),
  };
}

/** Writes bookings. All calls of one sale for one card go into one booking. */
function createBookings(db: Database): Pick<LoyaltyLedger, 'book' | 'describe'> {
  const insert = db.prepare(`INSERT INTO loyalty_booking (id, merchant, merchant_card, sale, action, reverses, document)
    VALUES (?, (SELECT merchant FROM merchant_card WHERE id = ?), ?, ?, ?, ?, '{}')`);
  const ofSaleAndCard = db
    .prepare<string>('SELECT id FROM loyalty_booking WHERE sale = ? AND merchant_card = ? AND reverses IS NULL')
    .pluck();
  const insertEntry = db.prepare(
    'INSERT INTO loyalty_entry (booking, merchant_card, account, kind, amount, sale, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const describe = db.prepare('UPDATE loyalty_booking SET document = ? WHERE id = ?');

  function openedBooking({ merchantCard, sale, action, reverses }: NewBooking): string {
    const known = sale !== null && reverses === null ? ofSaleAndCard.get(sale, merchantCard) : undefined;
    if (known !== undefined) return known;
    const id = newId('LTX');
    insert.run(id, merchantCard, merchantCard, sale, action, reverses);
    return id;
  }

  return {
    book(booking) {
      const id = openedBooking(booking);
      const { merchantCard, sale, at, entries } = booking;
      for (const { account, kind, amount, at: since = at } of entries)
        insertEntry.run(id, merchantCard, account, kind, amount, sale, since);
      return id;
    },
    describe: (document: LoyaltyTransaction) => void describe.run(JSON.stringify(document), document.id),
  };
}

/** For the balances to expire, oldest credit first, and for what holds a card. */
function createHistory(db: Database): Pick<LoyaltyLedger, 'history' | 'holderOf'> {
  const credits = db.prepare<{ at: number; amount: number }>(
    'SELECT at, amount FROM loyalty_entry WHERE merchant_card = ? AND account = ? AND amount > 0 ORDER BY at, number',
  );
  const taken = db
    .prepare<number>(
      'SELECT -coalesce(sum(amount), 0) FROM loyalty_entry WHERE merchant_card = ? AND account = ? AND amount < 0',
    )
    .pluck();
  const holder = db.prepare<string>("SELECT sale FROM reservation WHERE merchant_card = ? AND state = 'held'").pluck();
  const of = (card: string, account: Account) => ({
    credits: credits.all(card, account),
    taken: taken.get(card, account) ?? 0,
  });
  return {
    history: (card): CardHistory => ({ cash: of(card, 'cash'), bonus: of(card, 'bonus'), points: of(card, 'points') }),
    holderOf: card => holder.get(card) ?? null,
  };
}

const SILENT = silentActions.map(action => `'${action}'`).join(', ');

/** True while no other booking reverses this one. */
const NOT_REVERSED = 'NOT EXISTS (SELECT 1 FROM loyalty_booking r WHERE r.reverses = b.id)';

interface StoredBooking extends Omit<Booking, 'entries'> {
  readonly document: LoyaltyTransaction;
}

type BookingLookups = Pick<
  LoyaltyLedger,
  'booking' | 'bookingBytes' | 'bookingsOf' | 'lastBooking' | 'standingBooking'
>;

function createBookingLookups(db: Database): BookingLookups {
  const bookings = tableOf<StoredBooking>(db, 'loyalty_booking b', {
    ...same('id', 'sale', 'action'),
    merchantCard: 'merchant_card',
    document: json('document'),
  });
  const byId = bookings.one('b.id = ? AND b.merchant = ?');
  const ofSale = bookings.all(
    `b.sale = ${OPAQUE_PARAMETER} AND b.reverses IS NULL AND ${NOT_REVERSED} ORDER BY b.number`,
  );
  const last = bookings.one(`b.merchant_card = ? AND b.sale IS NULL
    AND b.reverses IS NULL AND b.action NOT IN (${SILENT}) AND ${NOT_REVERSED} ORDER BY b.number DESC LIMIT 1`);
  const byTransId = bookings.one(`b.merchant = ? AND b.merchant_card = ?
    AND b.document ->> 'trans_id' = ? AND b.sale IS NULL AND b.reverses IS NULL AND b.action NOT IN (${SILENT}) AND ${NOT_REVERSED}`);
  const bytes = db
    .prepare<Buffer>('SELECT CAST(document AS BLOB) FROM loyalty_booking WHERE id = ? AND merchant = ?')
    .pluck();
  const entries = db.prepare<LedgerEntry>(
    'SELECT account, kind, amount FROM loyalty_entry WHERE booking = ? ORDER BY number',
  );

  const bookingOf = ({ document: _, ...row }: StoredBooking): Booking => ({ ...row, entries: entries.all(row.id) });
  const read = (row: StoredBooking | null): Booking | null => row && bookingOf(row);

  return {
    booking(merchant, id) {
      const row = byId(id, merchant);
      return row && { document: row.document, inner: bookingOf(row) };
    },
    bookingBytes: (merchant, id) => bytes.get(id, merchant),
    bookingsOf: sale => ofSale(sale).map(bookingOf),
    lastBooking: merchantCard => read(last(merchantCard)),
    standingBooking: (merchant, merchantCard, transId) => read(byTransId(merchant, merchantCard, transId)),
  };
}
