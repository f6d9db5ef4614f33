import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { failureMessage } from '#client/lib/api.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import typography from '#client/ui/typography.module.css';
import { removalTexts } from './texts.ts';

/** The action of the notice after a removal: it says where the members are now. */
export function useOpenTrash() {
  const navigate = useNavigate();
  return { label: removalTexts.trash, run: () => void navigate('/admin/backups') };
}

interface RemovalQuestionProps {
  texts: { title: string; confirm: string; cancel: string };
  /** Shows the keyboard for numbers on a phone. */
  numeric?: boolean;
  isConfirmed: (typed: string) => boolean;
  /** The request, once it was confirmed. */
  removal: { isPending: boolean; error: Error | null };
  onConfirm: (typed: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before members are removed. Something has to be typed, because the wrong ones may be selected. */
export function RemovalQuestion(props: RemovalQuestionProps) {
  const { texts, numeric = false, isConfirmed, removal, onConfirm, onClose, children } = props;
  const [typed, setTyped] = useState('');

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onConfirm(typed);
  }

  return (
    <Dialog question title={texts.title} onClose={onClose}>
      <form className={layout.stackL} onSubmit={submit}>
        {children}
        <TextField
          label={<span className={typography.wrap}>{texts.confirm}</span>}
          inputMode={numeric ? 'numeric' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {removal.error && <Notice tone="error">{failureMessage(removal.error)}</Notice>}
        <div className={layout.actions}>
          <SubmitButton
            busy={removal.isPending}
            busyLabel={removalTexts.removing}
            disabled={!isConfirmed(typed)}
          >
            {removalTexts.remove}
          </SubmitButton>
          <Button onClick={onClose}>{texts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
