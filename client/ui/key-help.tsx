import { useState } from 'react';
import { keepStored, readStored } from '#client/lib/browser-storage.ts';
import { keyTexts } from '#domain/review-texts.ts';
import { CheckField } from './check-field.tsx';
import { Dialog } from './dialog.tsx';
import classes from './key-help.module.css';
import layout from './layout.module.css';
import typography from './typography.module.css';

interface KeyHelpProps {
  list: readonly { keys: readonly string[]; label: string }[];
  enabled: boolean;
  onEnable: (enabled: boolean) => void;
  onClose: () => void;
}

/** The keys of a page, and the switch that turns single keys off. */
function KeyHelp({ list, enabled, onEnable, onClose }: KeyHelpProps) {
  return (
    <Dialog title={keyTexts.title} question onClose={onClose}>
      <dl className={layout.stackXs}>
        {list.map(({ keys, label }) => (
          <div key={label} className={classes.key}>
            <dt className={layout.line}>
              {keys.map((key) => (key === '–' ? key : <kbd key={key}>{key}</kbd>))}
            </dt>
            <dd className={typography.soft}>{label}</dd>
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

const storedName = 'desk-keys';

/** Whether single keys act on the page, which this browser remembers, and the dialog that lists the keys. */
export function useKeyHelp(list: KeyHelpProps['list']) {
  const [keysEnabled, setKeysEnabled] = useState(() => readStored(storedName) !== false);
  const [open, setOpen] = useState(false);
  function enable(next: boolean) {
    setKeysEnabled(next);
    keepStored(storedName, next);
  }
  const help = open && (
    <KeyHelp list={list} enabled={keysEnabled} onEnable={enable} onClose={() => setOpen(false)} />
  );
  return { keysEnabled, openHelp: () => setOpen(true), help };
}
