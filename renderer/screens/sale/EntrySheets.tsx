/** The dialogs of an open basket: one at a time, questions first. */

import { useStore } from 'zustand';
import { useApp } from '../../app/context.tsx';
import AdjustSheet from './AdjustSheet.tsx';
import { EmptiesSheet } from './EmptiesSheet.tsx';
import { EnquirySheet } from './EnquirySheet.tsx';
import { KeysSheet } from './KeysSheet.tsx';
import { MoreSheet } from './MoreSheet.tsx';
import { PadSheet } from './PadSheet.tsx';
import { ParkedSheet } from './ParkedSheet.tsx';
import { QuestionSheet } from './QuestionSheet.tsx';

export default function EntrySheets() {
  const { entry } = useApp();
  const { question, enquiry, sheet } = useStore(entry);
  if (question) return <QuestionSheet key={question.kind} question={question} />;
  if (typeof enquiry === 'object') return <EnquirySheet {...enquiry} />;
  switch (sheet?.name) {
    case 'pad':
      return <PadSheet />;
    case 'empties':
      return <EmptiesSheet />;
    case 'parked':
      return <ParkedSheet />;
    case 'keys':
      return <KeysSheet />;
    case 'more':
      return <MoreSheet />;
    case 'adjust':
      return <AdjustSheet line={sheet.line} />;
    default:
      return null;
  }
}
