/** Profiles of terminal models: how a model is recognised, its features, and the settings it needs. */
import type { Feature } from '../terminal.ts';
import type { ZvtOptions } from './options.ts';

export interface Profile {
  readonly name: string;
  readonly title: string;
  /** Matches the device name (tag 1F40) or the software version. Absent: a person selects the model. */
  readonly recognise?: RegExp;
  readonly features: ReadonlySet<Feature>;
  /** Settings that this model needs; settings of the user take precedence. */
  readonly options: ZvtOptions;
  /** Default TCP ports, the most likely first. */
  readonly ports: readonly number[];
  /** Stop bits of the serial line, when they are not two. */
  readonly stopBits?: 1;
}

/** The description that a terminal sends of itself. */
export interface DeviceDescription {
  readonly deviceName?: string | undefined;
  readonly softwareVersion?: string | undefined;
}

const ALL: readonly Feature[] = [
  'pay',
  'tip',
  'tipLater',
  'cashback',
  'voiceAuthorisation',
  'reverse',
  'partialReversal',
  'refund',
  'preAuthorisation',
  'lastTransaction',
  'handOver',
  'partlyHandOver',
  'questions',
  'readCard',
  'keys',
  'digits',
  'endOfDay',
  'dayEndDetails',
  'dayEndMode',
  'diagnosis',
  'initialisation',
  'logOff',
  'reset',
  'turnoverTotals',
  'sendOffline',
  'repeatReceipt',
  'repeatDayEnd',
  'reprint',
  'printConfiguration',
  'selfTest',
  'selectLanguage',
  'setClock',
  'serviceMode',
  'changeConfiguration',
  'setTerminalId',
  'cardBalance',
  'display',
  'print',
];

const DEFAULT_PORT = 20_007;

/** The first profile that recognises a terminal is its profile; `generic` when none does. */
export const profiles: readonly Profile[] = [
  {
    ...model('feig-cvend', 'Feig cVEND', /cVEND|GER-APP/i),
    ports: [22_000, DEFAULT_PORT],
    options: { charset: 'cp437', readCardKind: 0x10 },
  },
  {
    // Sends ISO 8859-1 without an agreement, requires the kind of a diagnosis, does not repeat an end-of-day.
    ...model('card-complete', 'card complete (Hypercom)', /card ?complete|hypercom/i),
    features: without(['repeatDayEnd']),
    options: { charset: 'iso8859-1', diagnosisKind: 0x01 },
  },
  {
    // Answers containers with 9A, and ends a failed payment with its status information alone.
    ...model('ccv-a920', 'CCV A920', /A920/i),
    options: { containers: false, timers: { settle: 5_000 } },
  },
  { ...model('ccv-opm-c60', 'CCV OPM-C60', /OPM.?C60/i), options: { statusWithTlv: true } },
  { ...model('ingenico-ict220', 'Ingenico iCT220', /iCT ?220|\bTRC STRC\b/i), ports: [5_577, DEFAULT_PORT] },
  { ...model('verifone-h5000', 'Verifone H5000', /H5000/i), stopBits: 1 },
  {
    // Repeats a receipt only to a till that prints, and reverses only the last payment.
    ...model('pax-a80', 'PAX A80', /\bA80\b/i),
    features: without(['reverse'], ['reverseLast']),
    options: { repeatsBare: true },
  },
  { ...model('hobex', 'hobex', /hobex/i), options: { charset: 'cp437' } },
  // Sends a banner before the first message.
  { ...model('yomani', 'Worldline Yomani', /yomani/i), ports: [5_001, DEFAULT_PORT] },
  // Asks for a signature only when the till has listed the question.
  { ...model('clover-flex', 'Clover Flex', /clover/i), options: { questions: true } },
  { ...model('old', 'a terminal without containers'), options: { containers: false, printing: 'lines' } },
  model('generic', 'any other terminal'),
];

/** The models that a person can select. */
export const models = profiles.map(({ name, title, recognise }) => ({ name, title, isRecognised: !!recognise }));

/** The profile with this name, or undefined. */
export function profileNamed(name: string): Profile | undefined {
  return profiles.find(profile => profile.name === name);
}

/** The profile of a terminal with this description. */
export function profileOf({ deviceName = '', softwareVersion = '' }: DeviceDescription): Profile {
  const description = `${deviceName}\n${softwareVersion}`;
  return profiles.find(({ recognise }) => recognise?.test(description)) ?? GENERIC;
}

/** Every feature a terminal may have. */
export const featureNames: readonly Feature[] = [...ALL, 'reverseLast'];

function model(name: string, title: string, recognise?: RegExp): Profile {
  const known = recognise ? { recognise } : {};
  return { name, title, ...known, features: new Set(ALL), options: {}, ports: [DEFAULT_PORT] };
}

function without(missing: readonly Feature[], more: readonly Feature[] = []): ReadonlySet<Feature> {
  return new Set([...ALL.filter(feature => !missing.includes(feature)), ...more]);
}

const GENERIC = profiles.at(-1)!;
