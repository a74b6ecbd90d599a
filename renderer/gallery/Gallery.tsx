/** The components of all screens, one section each, with the state beside its name. */

import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../app/context.tsx';
import { Field } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { Select } from '../form/Select.tsx';
import { Toggle } from '../form/Toggle.tsx';
import { Button } from '../parts/Button.tsx';
import { Choice } from '../parts/Choice.tsx';
import { Confirmation } from '../parts/Confirmation.tsx';
import { HandOut } from '../parts/HandOut.tsx';
import { HoldButton } from '../parts/HoldButton.tsx';
import { Icon, iconNames } from '../parts/Icon.tsx';
import { NumberPad } from '../parts/NumberPad.tsx';
import { Opening, OpeningChoice } from '../parts/Opening.tsx';
import { Fact, Message } from '../parts/Panel.tsx';
import { Sheet } from '../parts/Sheet.tsx';

const nothing = () => undefined;

export function Gallery() {
  return (
    <main className="mx-auto grid max-w-6xl gap-4 p-4">
      <h1 className="text-2xl font-bold">Components</h1>
      <Appearance />
      <Colours />
      <Buttons />
      <HeldButtons />
      <Openings />
      <Choices />
      <Fields />
      <Messages />
      <Figures />
      <Dialogs />
      <Icons />
    </main>
  );
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section aria-label={title} className="card grid gap-3 p-4">
    <h2 className="text-xl font-semibold">{title}</h2>
    {children}
  </section>
);

const Row = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap items-start gap-3">{children}</div>
);

function Appearance() {
  const { settings } = useApp();
  const { theme, contrast, language } = useStore(settings);
  return (
    <Row>
      <Choice
        label="Theme"
        value={theme}
        options={(['system', 'light', 'dark'] as const).map(value => ({ value, text: value }))}
        onChange={value => settings.set({ theme: value })}
      />
      <Choice
        label="Contrast"
        value={contrast}
        options={(['system', 'high'] as const).map(value => ({ value, text: value }))}
        onChange={value => settings.set({ contrast: value })}
      />
      <Choice
        label="Language"
        value={language}
        options={(['de', 'en'] as const).map(value => ({ value, text: value }))}
        onChange={value => settings.set({ language: value })}
      />
    </Row>
  );
}

/** Fill and text as they go together. */
const PAIRS = [
  ['ground', 'bg-ground text-ink'],
  ['surface', 'bg-surface text-ink'],
  ['surface, soft', 'bg-surface text-soft'],
  ['sunken', 'bg-sunken text-ink'],
  ['tonal', 'bg-tonal text-ink'],
  ['action', 'bg-action text-on-action'],
  ['action tint', 'bg-action-tint text-action-ink'],
  ['good', 'bg-good-tint text-good'],
  ['warn', 'bg-warn-tint text-warn'],
  ['bad', 'bg-bad-tint text-bad'],
  ['rail', 'bg-rail text-rail-ink'],
] as const;

const Colours = () => (
  <Section title="Colours">
    <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2">
      {PAIRS.map(([name, look]) => (
        <p key={name} className={`figures rounded-control border border-line p-3 ${look}`}>
          {name}
          <strong className="block text-xl">123,45 €</strong>
        </p>
      ))}
    </div>
  </Section>
);

const LOOKS = ['primary', 'tonal', 'quiet', 'danger'] as const;

const Buttons = () => (
  <Section title="Buttons">
    {LOOKS.map(look => (
      <Row key={look}>
        <Button look={look} onPress={nothing}>
          {look}
        </Button>
        <Button look={look} icon="print" hint="F8" onPress={nothing}>
          icon, key
        </Button>
        <Button look={look} busy onPress={nothing}>
          busy
        </Button>
        <Button look={look} disabled onPress={nothing}>
          disabled
        </Button>
        <Button look={look} size="tall" onPress={nothing}>
          tall
        </Button>
        <Button look={look} size="icon" icon="cross" label={`${look}, icon alone`} onPress={nothing} />
      </Row>
    ))}
    <div className="grid max-w-md grid-cols-3 gap-2">
      <Button size="tender" icon="cash" hint="F8" onPress={nothing}>
        Cash
      </Button>
      <Button look="primary" size="tender" icon="card" hint="F9" onPress={nothing}>
        Card
      </Button>
      <Button size="tender" icon="split" disabled onPress={nothing}>
        Split
      </Button>
    </div>
  </Section>
);

function HeldButtons() {
  const [times, setTimes] = useState(0);
  const held = () => setTimes(before => before + 1);
  return (
    <Section title="Held for a second">
      <Row>
        <HoldButton icon="check" again="Yes, close it as paid" onHeld={held}>
          Paid
        </HoldButton>
        <HoldButton look="danger" icon="trash" again="Yes, delete it" onHeld={held}>
          Delete
        </HoldButton>
        <HoldButton busy again="Yes" onHeld={held}>
          busy
        </HoldButton>
      </Row>
      <output>{times}</output>
    </Section>
  );
}

function Openings() {
  const [value, setValue] = useState<'all' | 'cash' | 'card'>('all');
  return (
    <Section title="Filters that open">
      <Row>
        <OpeningChoice
          label="Payment"
          icon="card"
          value={value}
          whole="all"
          options={(['all', 'cash', 'card'] as const).map(one => ({ value: one, text: one }))}
          onChange={setValue}
        />
        <Opening label="Amount" chosen="5.00 to 9.00">
          {close => <Button onPress={close}>Close</Button>}
        </Opening>
      </Row>
    </Section>
  );
}

function Choices() {
  const [value, setValue] = useState<'day' | 'week' | 'month'>('day');
  const [on, setOn] = useState(true);
  return (
    <Section title="Choice and switch">
      <Choice
        label="Period"
        value={value}
        options={(['day', 'week', 'month'] as const).map(one => ({ value: one, text: one }))}
        onChange={setValue}
      />
      <Row>
        <Toggle on={on} text="Use the balance" onChange={setOn} />
        <Toggle on={!on} text="Print always" onChange={next => setOn(!next)} />
        <Toggle on disabled text="Disabled" onChange={nothing} />
      </Row>
    </Section>
  );
}

function Fields() {
  const [text, setText] = useState('Cappuccino');
  const [unit, setUnit] = useState('piece');
  return (
    <Section title="Fields">
      <Form onSubmit={nothing} className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" value={text} onChange={setText} />
        <Field label="With help" help="The first line of the receipt." value="" onChange={nothing} />
        <Field label="Not accepted" error="The price is missing." value="" onChange={nothing} />
        <Field label="Valid from" type="date" value="2026-01-01" onChange={nothing} />
        <Select
          label="Unit"
          value={unit}
          options={['piece', 'kg', 'litre'].map(one => ({ value: one, text: one }))}
          onChange={setUnit}
        />
      </Form>
      <div className="max-w-xs">
        <NumberPad label="Digits" deleteLabel="Delete the last digit" decimals={2} onKey={nothing} onDelete={nothing} />
      </div>
    </Section>
  );
}

const Messages = () => (
  <Section title="Messages">
    {(['info', 'good', 'warn', 'error'] as const).map(tone => (
      <Message
        key={tone}
        tone={tone}
        action={
          <Button look="quiet" onPress={nothing}>
            Try again
          </Button>
        }
      >
        No money moved. {tone}
      </Message>
    ))}
  </Section>
);

const Figures = () => (
  <Section title="Figures">
    <dl className="grid max-w-sm gap-1">
      <Fact name="Terminal">3F0A21B7</Fact>
      <Fact name="Sum">123.456,78 €</Fact>
    </dl>
    <p className="figures text-sum font-bold">37,87 €</p>
    <p className="figures text-sum-long font-bold">123.456,78 €</p>
    <HandOut name="Change" amount="22,13 €" />
  </Section>
);

function Dialogs() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Dialogs">
      <Row>
        <Button onPress={() => setOpen(true)}>Open a sheet</Button>
      </Row>
      {isOpen && (
        <Sheet title="Empty the basket?" closeLabel="Close" onClose={() => setOpen(false)}>
          <Confirmation
            text="Three articles go."
            yes="Empty"
            no="Back"
            danger
            icon="trash"
            onYes={() => setOpen(false)}
            onNo={() => setOpen(false)}
          />
        </Sheet>
      )}
    </Section>
  );
}

const Icons = () => (
  <Section title="Icons">
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
      {iconNames.map(name => (
        <li key={name} className="flex items-center gap-2 text-sm">
          <Icon name={name} />
          {name}
        </li>
      ))}
    </ul>
  </Section>
);
