import { Notice } from './notice.tsx';
import { LinkButton } from './text-link.tsx';

const texts = {
  restored: 'We’ve kept what you typed.',
  discard: 'Discard it',
  elsewhere: 'You typed something in another tab, too.',
  take: 'Show it',
} as const;

interface DraftNoteProps {
  /** The form, as `useDraftForm` returns it. */
  form: { restored: boolean; discard: () => void; takeOffer: (() => void) | null };
  text?: string;
}

/** Says that a form was filled with earlier input, and discards it on request; offers what was typed in another tab. */
export function DraftNote({ form, text = texts.restored }: DraftNoteProps) {
  return (
    <>
      {form.restored && (
        <Notice tone="info">
          {text} <LinkButton onClick={form.discard}>{texts.discard}</LinkButton>
        </Notice>
      )}
      {form.takeOffer && (
        <Notice tone="info">
          {texts.elsewhere} <LinkButton onClick={form.takeOffer}>{texts.take}</LinkButton>
        </Notice>
      )}
    </>
  );
}
