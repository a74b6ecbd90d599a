/** Files of the virtual terminal (ZVT 08 11, 08 12, 08 14): its journal, its last end-of-day, and files of the tills. */
import { encode, isPositive } from '../../../zvt/codec/apdu.ts';
import { findTag, type Tlv, tlv, tlvValue } from '../../../zvt/codec/tlv.ts';
import { binaryTag } from '../engine/tags.ts';
import { type HandlerTable, needs, type Work } from '../engine/work.ts';

export const files: HandlerTable = {
  readFile: { ...needs.rest, run: readFiles },
  deleteFile: { ...needs.rest, run: deleteFiles },
  writeFile: { ...needs.rest, needsPassword: true, run: writeFiles },
};

const FILE = 0x2d;
const BLOCK = 0x1c;
const ID = 0x1d;
const OFFSET = 0x1e;
const LENGTH = 0x1f00;

const JOURNAL = 0x01;
const RECONCILIATION = 0x06;

const NO_SUCH_FILE = 0x83;
const MEMORY_FULL = 0xb1;
const ABORTED = 0x6c;

/** Bytes in one message of the terminal; a till may take fewer (tag 1A). */
const BLOCK_SIZE = 1024;
const OVERHEAD = 64;
/** Bytes of the largest file: a wrong length must not fill the machine. */
const LARGEST = 16 * 1024 * 1024;

interface Wanted {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
}

/** Sends every block as a status information, an empty file as one empty block, and a completion at the end. */
async function readFiles(work: Work): Promise<void> {
  const { till, exchange } = work;
  const wanted = wantedBy(work);
  if (wanted.length === 0) return till.refuse(NO_SUCH_FILE);
  till.accept();
  for (const { id, offset } of wanted) {
    const file = contentOf(work, id);
    if (!file || offset > file.length) return exchange.abort(NO_SUCH_FILE);
    if (!(await sendFile(work, id, file, offset))) return exchange.abort(ABORTED);
  }
  await exchange.complete({ resultCode: 0 });
}

async function sendFile({ exchange, memory }: Work, id: number, file: Buffer, from: number): Promise<boolean> {
  const room = (memory.now.registration?.largestApdu ?? BLOCK_SIZE + OVERHEAD) - OVERHEAD;
  const size = Math.min(BLOCK_SIZE, Math.max(1, room));
  for (let at = from; at === from || at < file.length; at += size) {
    const block = tlv(BLOCK, Buffer.from(file.subarray(at, at + size)));
    const container = tlv(FILE, [block, tlv(ID, id), tlv(OFFSET, at), tlv(LENGTH, file.length)]);
    const reply = await exchange.ask(encode('statusInformation', { resultCode: 0, tlv: [container] }));
    if (reply === 'lost' || (reply !== 'silent' && !isPositive(reply))) return false;
  }
  return true;
}

/** The journal holds no card number: the virtual terminal knows none. */
function contentOf({ memory, files: written }: Work, id: number): Buffer | undefined {
  if (id === JOURNAL) return Buffer.from(memory.bookings.map(booking => `${JSON.stringify(booking)}\n`).join(''));
  if (id === RECONCILIATION) return memory.now.lastDay ? Buffer.from(JSON.stringify(memory.now.lastDay)) : undefined;
  return written.get(id);
}

/** Deletes files of the tills only. */
async function deleteFiles(work: Work): Promise<void> {
  const { till, exchange, files: written, message } = work;
  const ids = [...wantedBy(work).map(({ id }) => id), ...idsIn(message.fields.tlv)];
  if (ids.length === 0) return till.refuse(NO_SUCH_FILE);
  till.accept();
  if (!ids.every(id => written.has(id))) return exchange.abort(NO_SUCH_FILE);
  for (const id of ids) written.delete(id);
  await exchange.complete({ resultCode: 0 });
}

/** Asks the till for one block after the other (04 0C), and keeps whole files only. */
async function writeFiles(work: Work): Promise<void> {
  const { till, exchange, files: written } = work;
  const wanted = wantedBy(work);
  if (wanted.length === 0) return till.refuse(NO_SUCH_FILE);
  if (wanted.some(({ length }) => length > LARGEST)) return till.refuse(MEMORY_FULL);
  till.accept();
  const received = new Map<number, Buffer>();
  for (const { id, length } of wanted) {
    const file = await askForFile(work, id, length);
    if (!file) return exchange.abort(ABORTED);
    received.set(id, file);
  }
  for (const [id, file] of received) written.set(id, file);
  await exchange.complete({ resultCode: 0 });
}

async function askForFile({ exchange }: Work, id: number, length: number): Promise<Buffer | undefined> {
  const blocks: Buffer[] = [];
  for (let offset = 0; offset < length; ) {
    const request = tlv(FILE, [tlv(ID, id), tlv(OFFSET, offset)]);
    const reply = await exchange.ask(encode('fileBlockRequest', { tlv: [request] }));
    if (typeof reply === 'string' || !isPositive(reply)) return undefined;
    const block = Buffer.from(binaryTag(findTag(reply.fields.tlv, FILE)?.children, BLOCK) ?? '', 'hex');
    if (block.length === 0 || offset + block.length > length) return undefined;
    blocks.push(block);
    offset += block.length;
  }
  return Buffer.concat(blocks);
}

function wantedBy({ message }: Work): readonly Wanted[] {
  const containers = (message.fields.tlv ?? []).filter(({ tag }) => tag === FILE);
  return containers.flatMap(({ children }) => {
    const number = (tag: number) => tlvValue(findTag(children, tag)) as number | undefined;
    const id = number(ID);
    return id === undefined ? [] : [{ id, offset: number(OFFSET) ?? 0, length: number(LENGTH) ?? 0 }];
  });
}

const idsIn = (container: readonly Tlv[] = []): readonly number[] =>
  container.filter(({ tag }) => tag === ID).map(object => tlvValue(object) as number);
