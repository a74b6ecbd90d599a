/** The reference of the settings, made from their schema: as a page, and as the JSON schema itself. */

import { type Html, html, type PageLanguage } from '../../http/htmlPage.ts';
import { optionOf } from '../../world/commandLine.ts';
import { Config } from '../../world/config.ts';
import { variableOf } from '../../world/configReading.ts';

/** The members of JSON schema that the settings use. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** One setting, or a member of one, with a dotted name. */
interface Setting {
  readonly name: string;
  readonly schema: Schema;
  readonly wanted: boolean;
}

const TEXTS = {
  en: {
    title: 'Settings',
    about:
      'One JSON object in a file (--config FILE). A variable of the environment overrides the file, and an option of the command line overrides both. In a variable, what is not text is written as JSON. Every setting takes effect at the next start of the bridge. A setting that nobody knows, or with a value that is not allowed, is refused at the start with one sentence (exit code 2).',
    schema: 'The same as JSON schema, for editors that check and complete:',
    example: 'A file for a shop',
    type: 'type',
    standard: 'default',
    allowed: 'allowed',
    variable: 'variable',
    option: 'option',
    sample: 'example',
    none: 'none',
    needed: 'has to be given',
    members: 'Members',
  },
  de: {
    title: 'Einstellungen',
    about:
      'Ein JSON-Objekt in einer Datei (--config DATEI). Eine Umgebungsvariable geht der Datei vor, eine Option der Befehlszeile beiden. Was kein Text ist, steht in einer Variablen als JSON. Jede Einstellung wirkt ab dem nächsten Start der Bridge. Eine unbekannte Einstellung oder ein nicht erlaubter Wert wird beim Start mit einem Satz abgelehnt (Exit-Code 2). Die Beschreibungen sind englisch.',
    schema: 'Dasselbe als JSON-Schema, für Editoren, die prüfen und vervollständigen:',
    example: 'Eine Datei für ein Geschäft',
    type: 'Typ',
    standard: 'Vorgabe',
    allowed: 'erlaubt',
    variable: 'Variable',
    option: 'Option',
    sample: 'Beispiel',
    none: 'keine',
    needed: 'muss angegeben werden',
    members: 'Teile',
  },
} as const satisfies Record<PageLanguage, object>;

const SHOP = {
  host: '0.0.0.0',
  tls: { key: '/etc/tillbridge/till.key', cert: '/etc/tillbridge/till.pem' },
  allowedHosts: ['till.shop.example'],
  allowedOrigins: ['https://register.shop.example'],
  terminals: [
    { protocol: 'zvt', connection: { type: 'tcp', host: '192.0.2.10', port: 20007 }, password: '000000', shared: 'no' },
  ],
  dayEnd: { at: '22:30' },
};

export const settingsTitle = (language: PageLanguage): string => TEXTS[language].title;

/** The schema as it is published; the text of a schema holds nothing that only the library keeps. */
export const settingsSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Settings of Tillbridge',
  ...(JSON.parse(JSON.stringify(Config)) as object),
});

export function settingsPage(language: PageLanguage): Html {
  const t = TEXTS[language];
  const settings = Object.entries(Config.properties as Readonly<Record<string, Schema>>);
  return html`<h1>${t.title}</h1>
<p>${t.about}</p>
<p>${t.schema} <a href="/docs/settings.json">/docs/settings.json</a></p>
<h2 id="example">${t.example}</h2>
<div class="code"><pre tabindex="0"><code>${JSON.stringify(SHOP, null, 2)}</code></pre></div>
<ul class="columns">${settings.map(([name]) => html`<li><a href="#${name}">${name}</a></li>`)}</ul>
${settings.map(([name, schema]) => settingOf(name, schema, t))}`;
}

function settingOf(name: string, schema: Schema, t: Readonly<Record<keyof (typeof TEXTS)['en'], string>>): Html {
  const members = membersOf(name, schema);
  const option = optionOf(name);
  const example = schema.examples?.[0];
  return html`<section class="setting"><h2 id="${name}"><code>${name}</code></h2>
${schema.description !== undefined && html`<p lang="en">${sentence(schema.description)}</p>`}
<dl><dt>${t.type}</dt><dd>${typeOf(schema)}</dd>
<dt>${t.standard}</dt><dd>${schema.default === undefined ? t.none : html`<code>${JSON.stringify(schema.default)}</code>`}</dd>
${boundsOf(schema) !== '' && html`<dt>${t.allowed}</dt><dd>${boundsOf(schema)}</dd>`}
<dt>${t.variable}</dt><dd><code>${variableOf(name)}</code></dd>
${option !== null && html`<dt>${t.option}</dt><dd><code>${option}</code></dd>`}
${example !== undefined && html`<dt>${t.sample}</dt><dd><code>${JSON.stringify({ [name]: example })}</code></dd>`}</dl>
${members.length > 0 && html`<h3>${t.members}</h3><dl class="members">${members.map(member => memberOf(member, t.needed))}</dl>`}</section>
`;
}

function memberOf({ name, schema, wanted }: Setting, needed: string): Html {
  const facts = [
    typeOf(schema),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    boundsOf(schema),
    wanted ? needed : '',
  ].filter(Boolean);
  return html`<dt><code>${name}</code></dt><dd>${schema.description !== undefined && html`<span lang="en">${sentence(schema.description)}</span> `}<span class="quiet">${facts.join('; ')}</span></dd>`;
}

const sentence = (text: string) => {
  const begun = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.:]$/.test(begun) ? begun : `${begun}.`;
};

/** Members of an object, of the objects inside it, of the entries of a list, and of one of several shapes. */
function membersOf(name: string, schema: Schema): readonly Setting[] {
  const { properties, required = [], items, anyOf = [] } = schema;
  const own = Object.entries(properties ?? {}).flatMap(([member, inside]): readonly Setting[] => [
    { name: `${name}.${member}`, schema: inside, wanted: required.includes(member) && inside.default === undefined },
    ...membersOf(`${name}.${member}`, inside),
  ]);
  const all = [...own, ...(items ? membersOf(`${name}[]`, items) : []), ...anyOf.flatMap(one => membersOf(name, one))];
  return all.filter((one, index) => all.findIndex(other => other.name === one.name) === index);
}

function typeOf({ type, enum: values, const: value, items, anyOf, patternProperties }: Schema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map(one => JSON.stringify(one)).join(' or ');
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`;
  if (patternProperties) return 'object with names of your choice';
  return type ?? 'anything';
}

/** Bounds of a value as words; empty where everything of the type is allowed. */
function boundsOf({ minimum, maximum, minLength, maxLength, maxItems, pattern, anyOf }: Schema): string {
  const parts = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    minimum !== undefined && maximum === undefined ? `${minimum} or more` : '',
    minimum === undefined && maximum !== undefined ? `at most ${maximum}` : '',
    minLength === undefined ? '' : `at least ${minLength} characters`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems} entries`,
    pattern === undefined ? '' : `pattern ${pattern}`,
    ...(anyOf ?? []).map(boundsOf),
  ];
  return parts.filter(Boolean).join(', ');
}
