/** Conformance of loyalty: idents, merchant cards, preTransaction, and what a sale does to a card. */
import type { Row } from './row.ts';

const LOYALTY = 'main/sale/loyaltyCard.test.ts';
const RESERVED = 'main/sale/reservedBalance.test.ts';
const CARDS = 'main/api/loyalty/loyalty.test.ts';
const SALES = 'main/sale/cardArticles.test.ts';
const IDENTS = 'main/api/idents/idents.test.ts';
const CHECKINS = 'main/api/checkins/checkins.test.ts';
const BOOKS = 'main/sale/loyaltyBookings.test.ts';
const SLIP = 'main/domain/loyaltyReceipt.test.ts';

const CARD = 'are listed and read in one shape, and found by number';
const RESOLVED = 'resolves every ident of the list, in its order';

const row =
  (section: string) =>
  (statement: string, file: string, title: string): Row => ({ section, statement, proof: [file, title] });
const convention = row('Conventions');
const ident = row('Ident and merchant card');
const state = row('Smart Transaction: states');
const rule = row('Smart Transactions: rules');
const endpoint = row('Endpoints');
const service = row('What the service does');
const loyalty = row('Loyalty resources');

export const loyaltyRows: readonly Row[] = [
  convention('CRD_ and 30 letters or digits name a card', CARDS, 'are listed and read'),
  convention('MCD_ and 30 letters or digits name a merchant card', CARDS, CARD),
  convention(
    'CRG_ and 30 letters or digits name a card group',
    CARDS,
    'are created, changed, listed; cards show the new name',
  ),

  ident('smart.idents with local id, prefix, name, type card, value', IDENTS, RESOLVED),
  ident('valid is false for a card that is unknown or cannot be used', IDENTS, RESOLVED),
  ident('merchantcard is a loyalty.merchantcards in the shape of its own resource', CARDS, CARD),
  ident('merchant, created_for_merchant and created_for_store are references', CARDS, CARD),
  ident('card is a loyalty.cards with cardnumber and created', CARDS, CARD),
  ident(
    'cardgroup is a loyalty.cardgroups with display_name, display_name_raw, stock_warn_limit, picture',
    CARDS,
    CARD,
  ),
  ident('is_base_card', CARDS, CARD),
  ident(
    'points, cash_balance, bonus_balance and balance are integers, the sums of what was booked',
    BOOKS,
    'balances are the sums of their rows',
  ),
  ident('last_usage and last_charge are timestamps', SALES, '%s: start/cash loads the money in full'),
  ident(
    'stock_status active, inactive for a card whose sale was cancelled',
    SALES,
    'makes the card while the sale is executed',
  ),
  ident('lock_status locked, unlocked', CARDS, 'has a reason and a note, stops the card, and can be taken off'),
  ident('passcode is an integer: when the card asks for it', CARDS, 'level %i asks for the passcode before %j'),
  ident('expiry_date may be null', CARDS, CARD),

  service(
    'a payer pays only with a loyalty card',
    LOYALTY,
    'everything: start/loyalty closes, books once and earns points',
  ),
  service(
    'a payer pays partly with the loyalty card and the missing sum in another way',
    LOYALTY,
    'the part it can, and start/cash takes the rest',
  ),

  state(
    'preTransaction leads to status processing: no Payment Transaction, card not charged',
    RESERVED,
    'preTransaction charges nothing: the balance stays, and what is held stands beside it',
  ),
  state(
    'preTransaction adds bonus items (coupon, negative priceOne) and sets missing_sum',
    LOYALTY,
    'first the discount, then the bonus, then the cash',
  ),
  state(
    'start/loyalty with missing_sum 0 leads to status ok with a receipt; the card is charged, no prepare needed',
    LOYALTY,
    'everything: start/loyalty closes',
  ),

  rule(
    'preTransaction is required only to use the balance; revenue is recorded without it',
    LOYALTY,
    'nothing without preTransaction: start/cash only records the revenue',
  ),
  rule('to charge the card preTransaction is not called', SALES, '%s: start/cash loads the money in full'),
  rule(
    'the card is discharged by start/loyalty',
    SALES,
    '%s: start/loyalty takes the amount off, without preTransaction',
  ),
  rule(
    'start/cash only tracks the payment so that loyalty operations apply',
    LOYALTY,
    'nothing without preTransaction',
  ),

  endpoint(
    'POST /Smart/Transactions/{smartTransactionId}/preTransaction answers {missing_sum, bonus_products}; repeated it answers the same',
    LOYALTY,
    'repeated gives the same answer and the lines once',
  ),

  loyalty(
    'GET /Smart/Idents: templates with prefix, length, name, type',
    IDENTS,
    'tell prefix and length of the numbers of each card group',
  ),
  loyalty('POST /Smart/Idents/…/validate resolves an array', IDENTS, RESOLVED),
  loyalty('GET /Smart/Checkins', CHECKINS, 'are listed with card and customer while somebody is there'),
  loyalty(
    'coming and leaving is told with target smart.checkins, type changed',
    CHECKINS,
    'are told on the stream when somebody comes or leaves',
  ),
  loyalty(
    'POST /Smart/Checkins/me/TriggerPushEvent',
    CHECKINS,
    'hands the instruction to the customers’ app by the stream',
  ),
  loyalty('GET /Loyalty/MerchantCards, one and all', CARDS, CARD),
  loyalty('PUT /Loyalty/MerchantCards/{id}', CARDS, 'keep expiry date, payment container and additional data'),
  loyalty(
    'validateMerchantcard',
    CARDS,
    'tells valid, passcode and lock, and of an unknown card only that it is not valid',
  ),
  loyalty('checkCsc', CARDS, 'the code on a new card is told once and checked'),
  loyalty('checkPasscode, newPasscode, resetPasscode', CARDS, 'a passcode can be set, checked and replaced'),
  loyalty('guessing of codes is slowed down', CARDS, 'guessing is slowed down'),
  loyalty('getCardBalanceReceipt', CARDS, 'tells balances and points with a slip'),
  loyalty('transaction: charge, discharge', CARDS, 'charge and discharge move money, bonus goes first'),
  loyalty(
    'transaction: sale_revenue, charge_points, discharge_points, immediate_bonus',
    CARDS,
    'revenue earns points, points are given and spent',
  ),
  loyalty('transaction: cancel_last', CARDS, 'cancel_last takes the last one back, one after the other'),
  loyalty(
    'limit: a card is overdrawn as far as its group allows',
    CARDS,
    'a card may be overdrawn as far as its group allows',
  ),
  loyalty(
    'no sequence of bookings brings a balance below what is allowed',
    BOOKS,
    'balances are the sums of their rows',
  ),
  loyalty('lock, unlock, GET lock', CARDS, 'has a reason and a note, stops the card, and can be taken off'),
  loyalty('lockReasons', CARDS, 'reasons are listed'),
  loyalty('createMerchantcards', CARDS, 'have different numbers with the prefix of the group and a right check digit'),
  loyalty('setCustomer, registerCustomer', CARDS, 'can belong to a new customer at once, or to one later'),
  loyalty('cardgroup change', CARDS, 'can move to another group'),
  loyalty('virtualTerminalData', CARDS, 'tell what a terminal may do with them'),
  loyalty('Cards: GET, assignUser', CARDS, 'are assigned to one account at a time'),
  loyalty('Cardgroups: GET, POST, PUT', CARDS, 'are created, changed, listed; cards show the new name'),
  loyalty('checkPasscodeEnabled', CARDS, 'level %i asks for the passcode before %j'),
  loyalty('Customers: GET, POST, PUT', CARDS, 'are created, changed and listed; their cards show the change'),
  loyalty(
    'Transactions LTX_: list and one, parents, children, is_cancelling, receipt',
    CARDS,
    'of a sale stand in its transactions and can be read',
  ),
  loyalty('the slip of the card names every movement', SLIP, 'names every movement on the card'),
];
