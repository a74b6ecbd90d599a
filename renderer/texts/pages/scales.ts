/** Texts about shop scales: their settings, and the words of a scale that does not weigh. */

import type { Weighed } from '../../../main/wire/scales.ts';
import { addTexts } from '../context.tsx';

export const scaleTexts = {
  'scales.title': ['Waagen', 'Scales'],
  'scales.intro': [
    'Eine Waage an einem seriellen Anschluss wiegt im Verkauf lose Ware nach Kilopreis. Jede Kasse hat höchstens eine.',
    'A scale at a serial port weighs goods by the kilogram during the sale. Each till has one at most.',
  ],
  'scales.none': [
    'Es ist keine Waage eingerichtet. Gewichte werden getippt.',
    'No scale is set up. Weights are typed.',
  ],
  'scales.add': ['Waage einrichten', 'Set up a scale'],
  'scales.one': ['Waage', 'Scale'],
  'scales.name': ['Name der Waage', 'Name of the scale'],
  'scales.till': ['Kasse der Waage', 'Till of the scale'],
  'scales.port': ['Anschluss der Waage', 'Port of the scale'],
  'scales.portOther': ['anderer Anschluss …', 'another port …'],
  'scales.portName': [
    'Name des Anschlusses, zum Beispiel /dev/ttyUSB0 oder COM3',
    'Name of the port, for example /dev/ttyUSB0 or COM3',
  ],
  'scales.protocol': ['Sprache der Waage', 'Language of the scale'],
  'scales.protocol.dialog06': ['Kassendialog 06', 'checkout dialogue 06'],
  'scales.protocol.adam': ['Textzeilen (ADAM und ähnliche)', 'lines of text (ADAM and similar)'],
  'scales.state.connecting': ['wird verbunden', 'connecting'],
  'scales.state.ready': ['bereit', 'ready'],
  'scales.state.offline': ['nicht erreichbar', 'not reachable'],
  'scales.state.closed': ['aus', 'off'],
  'scales.save': ['Waage speichern', 'Save the scale'],
  'scales.change': ['Ändern', 'Change'],
  'scales.changeName': ['{{name}} ändern', 'Change {{name}}'],
  'scales.removeNote': [
    'Wird sie entfernt, werden Gewichte an dieser Kasse wieder getippt.',
    'Once it is removed, weights are typed at this till again.',
  ],
  'scales.test': ['Probe wiegen', 'Try a weighing'],
  'scales.testHelp': [
    'Etwas mit bekanntem Gewicht auflegen: Das Gewicht muss stimmen.',
    'Put something of a known weight on it: the weight has to be right.',
  ],
  'weigh.again': ['Neu wiegen', 'Weigh again'],
  'weigh.weight': ['Gewogen: {{weight}}', 'Weighed: {{weight}}'],
  'weigh.waits': ['Die Waage wird gefragt …', 'Asking the scale …'],
  'weigh.tare': ['Verpackung abziehen', 'Take off the packaging'],
  'weigh.tareGrams': ['Verpackung in g', 'Packaging in g'],
  'weigh.net': ['{{gross}} − {{tare}} g Verpackung', '{{gross}} − {{tare}} g of packaging'],
  'weigh.tareTooMuch': [
    'Die Verpackung wiegt so viel wie alles zusammen oder mehr.',
    'The packaging weighs as much as everything together, or more.',
  ],
  'weigh.empty': ['Bitte die Ware auf die Waage legen.', 'Please put the goods on the scale.'],
  'weigh.moving': ['Die Waage steht noch nicht still.', 'The scale is not at rest yet.'],
  'weigh.same': [
    'Diese Ware hat die Waage schon gewogen. Bitte abnehmen und neu auflegen.',
    'The scale has weighed these goods already. Please take them off and put them on again.',
  ],
  'weigh.negative': [
    'Die Waage zeigt weniger als null. Bitte leeren und auf null stellen.',
    'The scale shows less than zero. Please empty it and set it to zero.',
  ],
  'weigh.overload': ['Die Ware ist zu schwer für diese Waage.', 'The goods are too heavy for this scale.'],
  'weigh.unit': [
    'Die Waage zeigt keine Kilogramm. Bitte an der Waage umstellen.',
    'The scale does not show kilograms. Please change its unit.',
  ],
  'weigh.differs': [
    'Die Waage rechnet mit einem anderen Preis. Bitte neu wiegen; bleibt es so, das Gewicht tippen.',
    'The scale works with another price. Please weigh again; if it stays so, type the weight.',
  ],
  'weigh.refused': [
    'Die Waage hat die Frage nicht angenommen. Bitte neu wiegen; bleibt es so, das Gewicht tippen.',
    'The scale did not take the question. Please weigh again; if it stays so, type the weight.',
  ],
  'weigh.garbled': [
    'Die Waage antwortet unverständlich. Meist ist eine andere Sprache oder Geschwindigkeit eingestellt. Das Gewicht lässt sich tippen.',
    'The answer of the scale cannot be read. Usually another language or speed is set. The weight can be typed.',
  ],
  'weigh.silent': [
    'Die Waage antwortet nicht. Ist sie eingeschaltet? Das Gewicht lässt sich tippen.',
    'The scale does not answer. Is it switched on? The weight can be typed.',
  ],
  'weigh.offline': [
    'Die Waage ist nicht verbunden. Bitte das Kabel prüfen; das Gewicht lässt sich tippen.',
    'The scale is not connected. Please check its cable; the weight can be typed.',
  ],
} as const satisfies Readonly<Record<string, readonly [string, string]>> &
  Readonly<Record<`weigh.${Weighed['kind']}`, readonly [string, string]>>;

export const useScaleTexts = addTexts(scaleTexts);
