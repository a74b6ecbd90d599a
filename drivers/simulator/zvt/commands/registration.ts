/** Registration, log-off and status enquiry of the virtual terminal (ZVT 06 00, 06 02, 05 01). */

import { VIRTUAL_MARK } from '../../../virtualTerminal.ts';
import { findDeep, findTag, type Tlv, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import type { Behaviour } from '../engine/behaviours.ts';
import type { Registration } from '../engine/memory.ts';
import { MESSAGE_NUMBER, messageNumbers } from '../engine/messageNumbers.ts';
import type { Profile } from '../engine/profiles.ts';
import { binaryTag, numberTag } from '../engine/tags.ts';
import { type HandlerTable, needs, type Work } from '../engine/work.ts';

export const registration: HandlerTable = {
  registration: { ...needs.nothing, needsPassword: true, run: register },
  logOff: { ...needs.nothing, run: logOff },
  statusEnquiry: { ...needs.nothing, run: sendStatus },
};

/** Tells every till that no money moves here. */
const MARK = tlv(0x1f40, VIRTUAL_MARK);
const EURO = 978;
// Result code 6F and the right currency.
const ONLY_EURO = Buffer.of(0x6f, 0x09, 0x78);
/** The tag for the list of recognised tags. */
const RECOGNISED_TAGS = 0x1f71;
const NEEDS_INITIALISATION = 0x01;
const NEEDS_DIAGNOSIS = 0x02;

/** Keeps the requests of the till's registration until it logs off. */
async function register({
  message,
  till,
  exchange,
  memory,
  terminalId,
  profile,
  status,
  behaviour,
}: Work): Promise<void> {
  const { configuration, registrationCurrency, serviceByte = 0, tlv: container } = message.fields;
  if (configuration === undefined) return till.refuse(0x83);
  const currency = registrationCurrency ?? EURO;
  if (currency !== EURO && !profile.anyCurrency) return till.refuse(0x1e, ONLY_EURO);
  const registered = registrationOf({ configuration, serviceByte, currency }, container, profile, behaviour);
  memory.change({ registration: registered });
  till.accept();
  const echo =
    container === undefined ? {} : { tlv: [...(profile.anyCurrency ? [] : echoOf(registered, profile)), MARK] };
  const namedCurrency = registrationCurrency === undefined || profile.anyCurrency ? {} : { currency };
  till.numbers = undefined;
  const done = exchange.complete({ paymentType: statusByte(status(), profile), terminalId, ...namedCurrency, ...echo });
  // Every message behind the completion has a number, even before the till answers the completion.
  if (registered.numbered) till.numbers = messageNumbers();
  await done;
}

function registrationOf(
  plain: Pick<Registration, 'configuration' | 'serviceByte' | 'currency'>,
  container: readonly Tlv[] | undefined,
  { agreesCharset, asks }: Profile,
  { numbers }: Behaviour,
): Registration {
  const listed = findTag(container, 0x26)?.children?.map(object => binaryTag([object], 0x0a) ?? '') ?? [];
  const asked = tlvValue(findTag(findTag(container, 0x27)?.children, 0x14) ?? findTag(container, 0x14));
  const receiptParameter = binaryTag(container, 0x1f04);
  const largestApdu = numberTag(container, 0x1a);
  return {
    ...plain,
    tlv: container !== undefined,
    permitted: listed.filter(command => KNOWN.has(command) && (asks || !QUESTIONS.has(command))),
    ...(agreesCharset && typeof asked === 'number' ? { charset: asked } : {}),
    ...(receiptParameter === undefined ? {} : { receiptParameter }),
    ...(binaryTag(container, RECOGNISED_TAGS) === undefined ? {} : { listsTags: true as const }),
    ...(largestApdu === undefined ? {} : { largestApdu }),
    ...(numbers && binaryTag(container, MESSAGE_NUMBER) !== undefined ? { numbered: true as const } : {}),
  };
}

/** Questions to the cashier. */
const QUESTIONS = new Set(['040D', '040E', '06D0']);
/** Commands that the terminal sends only to tills that list them. */
const KNOWN = new Set([...QUESTIONS, '06D1', '06D3', '06E4']);

/** Answers only tags that the till named in its registration: some tills cannot read any other tag. */
function echoOf({ permitted, charset, numbered, listsTags }: Registration, { recognises }: Profile): Tlv[] {
  const commands = permitted.map(command => tlv(0x0a, command));
  return [
    ...(commands.length > 0 ? [tlv(0x26, commands)] : []),
    ...(listsTags ? [tlv(RECOGNISED_TAGS, recognises)] : []),
    ...(charset === undefined ? [] : [tlv(0x27, [tlv(0x14, charset)])]),
    ...(numbered ? [tlv(MESSAGE_NUMBER, '000000')] : []),
  ];
}

function statusByte(status: number, { registrationStatus }: Profile): number {
  const needed = status === 0x51 ? NEEDS_INITIALISATION : status === 0xc2 ? NEEDS_DIAGNOSIS : 0;
  return needed | registrationStatus;
}

async function logOff({ till, memory }: Work): Promise<void> {
  memory.change({ registration: null });
  till.accept();
}

const WITHOUT_VERSION = 0x02;

async function sendStatus(work: Work): Promise<void> {
  const { till, exchange, status, message } = work;
  till.accept();
  const version =
    ((message.fields.serviceByte ?? 0) & WITHOUT_VERSION) === 0 ? { softwareVersion: versionOf(work) } : {};
  const container = exchange.allowsContainers ? { tlv: deviceTags(work) } : {};
  await exchange.completeStatus({ ...version, terminalStatus: status(), ...container });
}

const DIAGNOSIS_LOCK = '2000';
const RECONCILIATION_LOCK = '8000';
const NO_LOCK = '0000';

function versionOf({ profile }: Work): string {
  return profile.device === VIRTUAL_MARK ? `${VIRTUAL_MARK} 1` : `${profile.device} 1 ${VIRTUAL_MARK}`;
}

function deviceTags(work: Work): Tlv[] {
  const { terminalId, profile, status, message } = work;
  const lock = status() === 0xf0 ? RECONCILIATION_LOCK : status() === 0xc2 ? DIAGNOSIS_LOCK : NO_LOCK;
  return [
    tlv(0x1f44, terminalId),
    tlv(0xe4, [tlv(0x1f40, profile.device), tlv(0x1f41, versionOf(work)), tlv(0x1f43, 0)]),
    ...(profile.tellsLocks ? [tlv(0x1f55, lock)] : []),
    ...(findDeep(message.fields.tlv, 0x1f72) ? [tlv(0x1f72, '01')] : []),
  ];
}
