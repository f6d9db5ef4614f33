import { useState } from 'react';
import { keepStored, readStored } from '#client/lib/browser-storage.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { CheckField } from '#client/ui/field.tsx';
import layout from '#client/ui/layout.module.css';
import { LinkButton } from '#client/ui/text-link.tsx';
import { deskKeys, deskTexts, keyTexts } from '#domain/review-texts.ts';
import classes from './desk-keys.module.css';
import type { QueuePlace } from './queries.ts';

interface KeyBarProps {
  queue: QueuePlace | undefined;
  onHelp: () => void;
}

/** At the foot of the desk: the most important keys, and how much of the queue is reviewed. */
export function KeyBar({ queue, onHelp }: KeyBarProps) {
  return (
    <footer className={classes.bar}>
      {deskKeys.map(
        (entry) =>
          'short' in entry && (
            <span key={entry.short} aria-hidden="true">
              <b>{entry.keys[0] === '1' ? '1–9' : entry.keys[0]}</b> {entry.short}
            </span>
          ),
      )}
      <span>
        <b aria-hidden="true">?</b> <LinkButton onClick={onHelp}>{keyTexts.button}</LinkButton>
      </span>
      {queue && queue.total > 0 && (
        <progress
          className={classes.meter}
          value={queue.total - queue.waiting}
          max={queue.total}
          aria-label={deskTexts.progress}
        />
      )}
    </footer>
  );
}

interface KeyHelpProps {
  /** Each with what it does; those of the desk by default. */
  list?: readonly { keys: readonly string[]; label: string }[];
  enabled: boolean;
  onEnable: (enabled: boolean) => void;
  onClose: () => void;
}

/** The keys of a page, and the switch that turns single keys off. */
export function KeyHelp({ list = deskKeys, enabled, onEnable, onClose }: KeyHelpProps) {
  return (
    <Dialog title={keyTexts.title} question onClose={onClose}>
      <dl className={layout.stackXs}>
        {list.map(({ keys, label }) => (
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

const storedName = 'desk-keys';

/** Whether single keys act on the page; this browser remembers it. */
export function useKeysEnabled() {
  const [enabled, setEnabled] = useState(() => readStored(storedName) !== false);
  function enable(next: boolean) {
    setEnabled(next);
    keepStored(storedName, next);
  }
  return [enabled, enable] as const;
}
