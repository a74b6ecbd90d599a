/** The logo above receipts: a picture that this page makes black and white, as wide as the narrowest paper. */

import { useState } from 'react';
import type { PrintingSettings } from '../../../main/wire/printers.ts';
import { FileChoice } from '../../form/FileChoice.tsx';
import { HoldButton } from '../../parts/HoldButton.tsx';
import { Message, StatusRegion } from '../../parts/Panel.tsx';
import { usePrinterTexts } from '../../texts/pages/printers.ts';
import { PageProblem, Section } from '../Page.tsx';
import { useDocument } from '../useDocument.ts';

/** Dots: fits on 58 mm paper, and leaves a margin on 80 mm. */
const WIDTH = 384;
const HIGHEST = 240;
const PATH = '/bridge/v1/printing';

export function Logo() {
  const { t } = usePrinterTexts();
  const { value, problem, change, reload, save } = useDocument<PrintingSettings>(PATH);
  const [preview, setPreview] = useState<string | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);

  async function choose(picture: File): Promise<void> {
    const printed = await blackAndWhite(picture).catch(() => null);
    setUnreadable(printed === null);
    if (printed && (await save({ logo: printed.logo }, `${PATH}/logo`))) setPreview(printed.url);
  }
  async function remove(): Promise<void> {
    if (await save({ logo: null }, `${PATH}/logo`)) setPreview(null);
  }
  return (
    <div className="grid gap-4">
      <p>{t('printers.logo.intro')}</p>
      <PageProblem problem={problem} onAgain={reload} />
      <Section title={t('printers.part.logo')}>
        <StatusRegion>
          {isUnreadable && <Message tone="error">{t('printers.logo.unreadable')}</Message>}
          {change.done && !isUnreadable && <Message tone="good">{t('printers.saved')}</Message>}
        </StatusRegion>
        {preview && (
          <img
            src={preview}
            alt={t('printers.logo.preview')}
            className="max-w-full justify-self-start rounded-sm bg-white p-2"
          />
        )}
        {value && (
          <p className="text-soft">
            {value.logo ? t('printers.logo.size', { ...value.logo }) : t('printers.logo.none')}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <FileChoice
            label={t('printers.logo.choose')}
            accept="image/*"
            disabled={change.busy}
            onFile={picture => void choose(picture)}
          />
          {value?.logo && (
            <HoldButton
              icon="trash"
              size="normal"
              busy={change.busy}
              again={t('printers.logo.removeYes')}
              onHeld={() => void remove()}
            >
              {t('printers.logo.remove')}
            </HoldButton>
          )}
        </div>
      </Section>
    </div>
  );
}

interface BlackAndWhite {
  readonly logo: { readonly width: number; readonly height: number; readonly bits: string };
  /** The picture as it is printed. */
  readonly url: string;
}

async function blackAndWhite(file: Blob): Promise<BlackAndWhite> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(WIDTH / picture.width, HIGHEST / picture.height, 1);
  const width = Math.max(8, Math.floor((picture.width * scale) / 8) * 8);
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  const data = context.getImageData(0, 0, width, height);
  const bits = new Uint8Array((width / 8) * height);
  for (let dot = 0; dot < width * height; dot += 1) {
    const [red = 255, green = 255, blue = 255] = data.data.subarray(dot * 4, dot * 4 + 3);
    const isBlack = red * 0.3 + green * 0.59 + blue * 0.11 < 140;
    if (isBlack) bits[dot >> 3]! |= 0x80 >> (dot & 7);
    data.data.fill(isBlack ? 0 : 255, dot * 4, dot * 4 + 3);
  }
  context.putImageData(data, 0, 0);
  return { logo: { width, height, bits: btoa(String.fromCharCode(...bits)) }, url: canvas.toDataURL() };
}
