import type { ComponentProps, ReactNode } from 'react';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import { Button } from './button.tsx';
import { Dialog, DialogButton } from './dialog.tsx';

interface QuestionProps {
  texts: { title: string; text: string; yes: string; no: string };
  onYes: () => void;
  onNo: () => void;
  /** Below the text. */
  children?: ReactNode;
}

/** Asks before an act. The act comes first; to close the question, which has the focus, is the harmless answer. */
export function Question({ texts, onYes, onNo, children }: QuestionProps) {
  return (
    <Dialog question title={texts.title} onClose={onNo}>
      <p className={typography.soft}>{texts.text}</p>
      {children}
      <div className={layout.actions}>
        <Button variant="filled" onClick={onYes}>
          {texts.yes}
        </Button>
        <Button onClick={onNo}>{texts.no}</Button>
      </div>
    </Dialog>
  );
}

type AskingButtonProps = Omit<ComponentProps<typeof DialogButton>, 'dialog'> &
  Pick<QuestionProps, 'onYes'> & { question: QuestionProps['texts'] };

/** A button that asks before it does what it says. */
export function AskingButton({ question, onYes, ...props }: AskingButtonProps) {
  function yes(close: () => void) {
    close();
    onYes();
  }
  return (
    <DialogButton
      {...props}
      dialog={(close) => <Question texts={question} onYes={() => yes(close)} onNo={close} />}
    />
  );
}
