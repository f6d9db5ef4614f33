import { Notice } from './notice.tsx';
import { LinkButton } from './text-link.tsx';

const texts = { restored: 'We’ve kept what you typed.', discard: 'Discard it' } as const;

interface DraftNoteProps {
  /** The form, as `useCheckedForm` returns it. */
  form: { restored: boolean; discard: () => void };
  text?: string;
}

/** Says that a form was filled with earlier input, and discards it on request. */
export function DraftNote({ form, text = texts.restored }: DraftNoteProps) {
  if (!form.restored) return null;
  return (
    <Notice tone="info">
      {text} <LinkButton onClick={form.discard}>{texts.discard}</LinkButton>
    </Notice>
  );
}
