import type { ComponentProps } from 'react';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import { Button } from './button.tsx';
import { Dialog, DialogButton } from './dialog.tsx';

interface QuestionProps {
  texts: { title: string; text: string; yes: string; no: string };
  onYes: () => void;
  onNo: () => void;
}

/** Asks before something is lost. The harmless answer comes first, and closing the question gives it too. */
export function Question({ texts, onYes, onNo }: QuestionProps) {
  return (
    <Dialog question title={texts.title} onClose={onNo}>
      <p className={typography.soft}>{texts.text}</p>
      <div className={layout.actions}>
        <Button variant="filled" onClick={onNo}>
          {texts.no}
        </Button>
        <Button onClick={onYes}>{texts.yes}</Button>
      </div>
    </Dialog>
  );
}

type AskingButtonProps = Omit<ComponentProps<typeof DialogButton>, 'dialog'> &
  Omit<QuestionProps, 'onNo' | 'texts'> & { question: QuestionProps['texts'] };

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
