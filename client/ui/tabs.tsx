import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import classes from './tabs.module.css';

interface TabListProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: ReactNode }[];
  open: Id;
  onOpen: (id: Id) => void;
  /** The panel of a tab, which is `aria-labelledby` `tab-` and the tab's id. */
  panelOf: (id: Id) => string;
}

/** A row of tabs. The arrow keys, Home and End move between them. */
export function TabList<Id extends string>({ label, tabs, open, onOpen, panelOf }: TabListProps<Id>) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    // The page may show the tab that was focused last only after the next key.
    const index = tabs.findIndex(({ id }) => document.activeElement?.id === `tab-${id}`);
    const targets: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (!tab) return;
    event.preventDefault();
    onOpen(tab.id);
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  }

  return (
    <div
      ref={list}
      className={classes.tabs}
      data-screen-only
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`tab-${tab.id}`}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={tab.id === open}
          aria-controls={panelOf(tab.id)}
          tabIndex={tab.id === open ? 0 : -1}
          onClick={() => onOpen(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
