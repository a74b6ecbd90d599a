/** Questions of the terminal in the form of `PaymentTerminal`, and the replies for the terminal. */
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../codec/apdu.ts';
import type { Fields } from '../codec/fields.ts';
import { tlv } from '../codec/tlv.ts';
import { hasMorePieces, questionOf, replyTo, terminalTimeout, withPiece } from './questions.ts';

const message = (name: 'graphicMenu' | 'menuRequest' | 'inputRequest', fields: Fields) =>
  decode(encode(name, fields, 'auto'));
const item = (text: string, ...value: number[]) => tlv(0x2c, [tlv(0x07, text), tlv(0x19, Buffer.of(...value))]);
const menu = (...items: ReturnType<typeof item>[]) => ({ tlv: [tlv(0x2b, [tlv(0x16, 1), ...items])] });
const chosen = (fields: Fields | undefined) => encode('positive', fields ?? {}).toString('hex');

describe('yes and no', () => {
  it.each([
    ['by their words', [item('Nein', 7), item('Ja', 8)], '80000506031901' + '08', '80000506031901' + '07'],
    ['by their place', [item('A', 7), item('B', 0, 8)], '80000506031901' + '07', '80000606041902' + '0008'],
  ])('are recognised %s', (_, items, yes, no) => {
    const asked = message('graphicMenu', menu(...items));
    expect(chosen(replyTo(asked, { kind: 'yes' }).fields)).toBe(yes);
    expect(chosen(replyTo(asked, { kind: 'no' }).fields)).toBe(no);
  });

  it('are refused for a menu without them', () => {
    expect(replyTo(message('graphicMenu', menu()), { kind: 'no' })).toEqual({ code: 0x6c });
    expect(replyTo(message('graphicMenu', menu(item('Ja', 1))), { kind: 'no' })).toEqual({ code: 0x6c });
  });
});

describe('a choice', () => {
  it('that was not offered is refused', () => {
    const asked = message('menuRequest', menu(item('A', 1), item('B', 2)));
    expect(replyTo(asked, { kind: 'chosen', value: 3 })).toEqual({ code: 0x6c });
    expect(replyTo(asked, { kind: 'none' })).toEqual({ code: 0x6c });
    expect(replyTo(asked, { kind: 'typed', text: '1' })).toEqual({ code: 0x6c });
  });

  it('leaves items out that have no value', () => {
    const asked = message('menuRequest', { tlv: [tlv(0x2b, [tlv(0x2c, [tlv(0x07, 'A')]), item('B', 2)])] });
    expect(questionOf(asked, [], 1000)).toMatchObject({ kind: 'choice', choices: [{ value: 2, text: 'B' }] });
  });
});

describe('a graphic menu', () => {
  it('is a signature with a picture or without items, otherwise a choice', () => {
    const two = message('graphicMenu', menu(item('A', 1), item('B', 2)));
    expect(questionOf(two, [], 1000).kind).toBe('choice');
    expect(questionOf(two, [Buffer.of(1)], 1000).kind).toBe('signature');
    expect(questionOf(message('graphicMenu', {}), [], 1000)).toEqual({ kind: 'signature', text: '', timeout: 1000 });
  });

  it('passes base64 on, and has a media type for unknown image types', () => {
    const asked = message('graphicMenu', { imageType: 9, imageEncoding: 2 });
    expect(questionOf(asked, [Buffer.from('iVBO'), Buffer.from('Rw==')], 1000)).toMatchObject({
      picture: { mediaType: 'application/octet-stream', base64: 'iVBORw==' },
    });
  });

  it('is joined from pieces, up to a megabyte', () => {
    const piece = (chunkIndex: number) =>
      message('graphicMenu', { chunkCount: 40, chunkIndex, tlv: [tlv(0x1c, Buffer.alloc(60_000))] });
    expect(hasMorePieces(piece(38))).toBe(true);
    expect(hasMorePieces(piece(39))).toBe(false);
    expect(hasMorePieces(message('graphicMenu', {}))).toBe(false);
    let pieces: readonly Buffer[] | undefined = [];
    let taken = 0;
    while (pieces && taken < 40) pieces = withPiece(pieces, piece(taken++));
    expect(pieces).toBeUndefined();
    expect(withPiece([Buffer.of(1)], piece(0))).toHaveLength(1);
  });
});

describe('an input', () => {
  it('has the suggested text of the terminal', () => {
    const asked = message('inputRequest', { tlv: [tlv(0x32, [tlv(0x1f38, 1), tlv(0x1f3a, '42')])] });
    expect(questionOf(asked, [], 1000)).toMatchObject({ kind: 'input', wants: 'number', initial: '42' });
  });

  it('is confirmed by yes when the terminal suggests a text', () => {
    const suggests = message('inputRequest', { tlv: [tlv(0x32, [tlv(0x1f38, 2), tlv(0x1f3a, '42')])] });
    expect(chosen(replyTo(suggests, { kind: 'yes' }).fields)).toBe('800009' + '0607' + '3205' + '1f3a02' + '3432');
    expect(replyTo(message('inputRequest', {}), { kind: 'yes' })).toEqual({ code: 0x6c });
  });

  it('is a text when the terminal does not send the kind of input', () => {
    expect(questionOf(message('inputRequest', {}), [], 1000)).toMatchObject({ kind: 'input', wants: 'text', text: '' });
  });
});

it('reports the timeout of the terminal, when the terminal sends one', () => {
  expect(terminalTimeout(message('inputRequest', { tlv: [tlv(0x32, [tlv(0x1f39, 90)])] }))).toBe(90_000);
  expect(terminalTimeout(message('graphicMenu', { displaySeconds: 20 }))).toBe(20_000);
  expect(terminalTimeout(message('graphicMenu', { displaySeconds: 0 }))).toBeGreaterThan(600_000);
  expect(terminalTimeout(message('menuRequest', {}))).toBeUndefined();
});
