import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import classes from './question.module.css';

interface QuestionProps {
  texts: { title: string; text: string; yes: string; no: string };
  onYes: () => void;
  onNo: () => void;
}

/** Asks before something is lost. The harmless answer comes first, and closing the question gives it too. */
export function Question({ texts, onYes, onNo }: QuestionProps) {
  return (
    <Dialog question title={texts.title} onClose={onNo}>
      <p className={classes.text}>{texts.text}</p>
      <div className={classes.buttons}>
        <Button onClick={onNo}>{texts.no}</Button>
        <Button variant="default" onClick={onYes}>
          {texts.yes}
        </Button>
      </div>
    </Dialog>
  );
}
