import { CheckField } from '#client/ui/check-field.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { deskKeys, keyTexts } from '#domain/review-texts.ts';
import classes from './key-help.module.css';

interface KeyHelpProps {
  enabled: boolean;
  onEnable: (enabled: boolean) => void;
  onClose: () => void;
}

/** The keys of the desk, and the switch that turns single keys off. */
export function KeyHelp({ enabled, onEnable, onClose }: KeyHelpProps) {
  return (
    <Dialog title={keyTexts.title} question onClose={onClose}>
      <dl className={classes.keys}>
        {deskKeys.map(({ keys, label }) => (
          <div key={label} className={classes.row}>
            <dt className={classes.key}>
              {keys.map((key) => (key === '–' ? key : <kbd key={key}>{key}</kbd>))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        label={keyTexts.enabled}
        checked={enabled}
        onChange={(event) => onEnable(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
