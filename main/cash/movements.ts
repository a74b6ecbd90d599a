/** Cash that is put in or taken out by hand, what the drawer should hold, and openings without a sale. */
import { expectedCash, type MovementKind, mayMove } from '../domain/cashBook.ts';
import { movementSlip } from '../domain/cashSlip.ts';
import type { ReceiptLine } from '../domain/receipt.ts';
import { withTrainingMark } from '../domain/trainingMark.ts';
import type { CashMovement, DrawerOpeningInput, ExpectedCash, MovementInput } from '../wire/cash.ts';
import { timestamp } from '../world/clock.ts';
import { BridgeError } from '../world/errors.ts';
import { newId } from '../world/ids.ts';
import type { Principal } from '../world/people.ts';
import type { DrawerAnswer } from '../world/printing.ts';
import { noteAudit } from '../world/requestContext.ts';
import { type CashPerson, type CashWorld, cashTill, personOf, reasonOf, slipPlace } from './place.ts';

interface Booking {
  readonly merchant: string;
  readonly till: string;
  readonly shift: string | null;
  readonly kind: MovementKind;
  /** Minor units, negative where it was taken out. */
  readonly amount: number;
  readonly reason: string;
  readonly person: CashPerson;
}

/** Inside a job: books a movement with the next slip of the till, and tells the back office. */
export function bookMovement(world: CashWorld, booking: Booking): CashMovement {
  const { merchant, till, shift, kind, amount, reason, person } = booking;
  const slip = world.cashBook.nextSlip(till);
  const place = slipPlace(world, merchant, till, person.name);
  const lines = movementSlip({ ...place, slip, kind, amount, reason }, world.settings.language);
  const movement: CashMovement = {
    ...{ id: newId('CMV'), till, shift, slip, kind, amount, currency: place.currency, reason },
    person: { ...person },
    at: timestamp(world.clock.now()),
    receipt: [...withTrainingMark(world.settings, lines)] as CashMovement['receipt'],
  };
  world.cashBook.addMovement(merchant, movement);
  world.printing.lines({ merchant, till, lines: movement.receipt as readonly ReceiptLine[] });
  const { receipt: _, id, ...facts } = movement;
  world.queue.append({
    ...{ kind: 'cashMovement', event: 'booked', object: id, merchant, till, sum: amount, lane: till },
    ...{ currency: place.currency, facts },
  });
  return movement;
}

/** Inside a job: cash that a Payment Transaction gave back while its sale stands. */
export function bookRefund(
  world: CashWorld,
  amount: number,
  refund: Pick<Booking, 'merchant' | 'till' | 'reason' | 'person'>,
): void {
  const shift = world.cashBook.openShift(refund.till)?.id ?? null;
  bookMovement(world, { ...refund, shift, kind: 'refund', amount: -amount });
}

/** Throws `movementRefused` for a kind that does not go this way, and `cashTooLittle` for more than the drawer holds. */
export async function moveCash(world: CashWorld, principal: Principal, input: MovementInput): Promise<CashMovement> {
  const { merchant } = principal;
  const till = cashTill(world, principal, input.till);
  const kind = input.kind as MovementKind;
  if (!mayMove(kind, input.direction))
    throw new BridgeError('movementRefused', `${kind} never goes ${input.direction}; nothing was booked`);
  const reason = reasonOf(input.reason);
  const movement = await world.ledger.write(() => {
    const expected = expectedCash(world.cashBook.since(till));
    if (input.direction === 'out' && expected !== null && expected < input.amount)
      throw new BridgeError('cashTooLittle', `amount: ${input.amount} is more than the drawer of ${till} holds`);
    const amount = input.direction === 'in' ? input.amount : -input.amount;
    const shift = world.cashBook.openShift(till)?.id ?? null;
    const booked = bookMovement(world, { merchant, till, shift, kind, amount, reason, person: personOf(principal) });
    noteAudit({
      ...{ kind: 'cash', subject: till, action: 'booked', before: { expected } },
      after: { expected: expected === null ? null : expected + amount, movement: kind, slip: booked.slip, sum: amount },
      reason,
    });
    return booked;
  });
  // A drawer that does not open changes nothing about what is booked.
  void world.printing.openDrawer({ merchant, till, reason: 'cashMovement' });
  return movement;
}

/** Cash that should lie in the drawer now, and the figures it follows from. */
export function expectedNow(world: CashWorld, principal: Principal, named?: string): ExpectedCash {
  const till = cashTill(world, principal, named);
  const since = world.cashBook.since(till);
  const last = world.cashBook.lastCount(till);
  return {
    ...{ till, at: timestamp(world.clock.now()), currency: world.devices.merchant(principal.merchant).currency },
    ...{ counted: since.counted, counted_at: last ? timestamp(last.at) : null },
    ...{ sales: since.sales, movements: since.movements, held: since.heldNow - since.heldThen },
    expected: expectedCash(since),
  };
}

/** Counts an opening without a sale, before the drawer opens. */
export async function openDrawer(
  world: CashWorld,
  principal: Principal,
  input: DrawerOpeningInput,
): Promise<{ readonly drawer: DrawerAnswer }> {
  const { merchant } = principal;
  const till = cashTill(world, principal, input.till);
  const reason = reasonOf(input.reason);
  const { id: staff, name } = personOf(principal);
  const at = world.clock.now();
  await world.ledger.write(() => {
    world.cashBook.addOpening({ merchant, till, at, staff, name, reason });
    world.queue.append({
      ...{ kind: 'drawer', event: 'opened', object: till, merchant, till, sum: null, currency: null, lane: till },
      facts: { person: name, reason },
    });
    noteAudit({ kind: 'cash', subject: till, action: 'opened', before: null, after: { state: 'open' }, reason });
  });
  return { drawer: await world.printing.openDrawer({ merchant, till, reason: 'noSale' }) };
}
