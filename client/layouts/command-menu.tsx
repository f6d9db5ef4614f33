import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { adminKey } from '#client/lib/admin-keys.ts';
import { failureMessage, reads } from '#client/lib/api.ts';
import { formatNumber } from '#client/lib/format.ts';
import { listQuery } from '#client/lib/list-state.ts';
import { type PageCommand, pageCommands } from '#client/lib/page-commands.ts';
import { isComposing } from '#client/lib/use-page-keys.ts';
import { memberAddress } from '#client/member-ui/member-address.ts';
import { trackStyles } from '#client/member-ui/track-style.ts';
import { useModal } from '#client/ui/dialog.tsx';
import type { Icon } from '#client/ui/icons.tsx';
import { KeyHint } from '#client/ui/key-hint.tsx';
import layout from '#client/ui/layout.module.css';
import { IconArrowRight, IconChevronRight, IconSearch } from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
import { limits } from '#domain/limits.ts';
import type { Track } from '#domain/member-choices.ts';
import { type MemberListItem, memberPage } from '#domain/member-list.ts';
import { type Page, pages } from '#domain/pages.ts';
import { completedSteps } from '#domain/progress.ts';
import classes from './command-menu.module.css';
import { commandTexts as texts } from './texts.ts';

interface Entry {
  key: string;
  label: string;
  icon: Icon;
  /** The track whose colour the icon has. */
  track?: Track | null;
  fact?: string | undefined;
  keys?: string | undefined;
  run: () => void;
}

export interface CommandMenuProps {
  commands: readonly PageCommand[];
  onClose: () => void;
}

/** Members whom the search finds, what can be done on the page, and where to go. */
export function CommandMenu({ commands, onClose }: CommandMenuProps) {
  const id = useId();
  const dialog = useModal(onClose);
  const [text, setText] = useState('');
  const { groups, failure } = useEntries(text.trim(), commands);
  const optionId = (entry: Entry) => `${id}-${entry.key}`;
  const { current, choose, move } = useChoice(groups.flatMap(({ entries }) => entries));

  /** The menu closes first and gives the focus back, which the command may move. */
  function run(entry: Entry | undefined) {
    if (!entry) return;
    flushSync(onClose);
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step && move(step);
    if (next) {
      event.preventDefault();
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && !isComposing(event.nativeEvent)) run(current);
  }

  return (
    <dialog ref={dialog} className={classes.menu} data-screen-only aria-label={texts.open}>
      <div className={`${layout.media} ${classes.search}`}>
        <IconSearch size={20} stroke={1.8} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label={texts.open}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={current && optionId(current)}
          placeholder={texts.open}
          maxLength={limits.name}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            choose(null);
          }}
          onKeyDown={onKeyDown}
        />
        <KeyHint keys="Esc" />
      </div>
      <div id={id} role="listbox" aria-label={texts.open} className={classes.list}>
        {groups.map(({ label, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
          <div key={label} role="group" aria-label={label}>
            <p className={`${typography.fact} ${classes.heading}`} aria-hidden="true">
              {label}
            </p>
            {entries.map((entry) => (
              <Option
                key={entry.key}
                entry={entry}
                id={optionId(entry)}
                aria-selected={entry === current}
                onPointerMove={() => choose(entry)}
                onClick={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={`${typography.note} ${classes.note}`} role="status">
        {failure ?? (current ? '' : texts.nothing)}
      </p>
    </dialog>
  );
}

/** The entry that Enter runs: the first, until another is chosen. Entries that arrive above it do not change it. */
function useChoice(entries: Entry[]) {
  const [key, setKey] = useState<string | null>(null);
  const index = Math.max(
    0,
    entries.findIndex((entry) => entry.key === key),
  );
  const choose = (entry: Entry | null) => setKey(entry?.key ?? null);
  function move(step: number): Entry | undefined {
    const next = entries.at((index + step) % entries.length);
    if (next) choose(next);
    return next;
  }
  return { current: entries[index], choose, move };
}

function Option({ entry, ...props }: ComponentProps<'div'> & { entry: Entry }) {
  const { label, icon: Glyph, track, fact, keys } = entry;
  return (
    <div {...props} role="option" tabIndex={-1} className={`${layout.media} ${classes.option}`}>
      <Glyph
        className={classes.glyph}
        data-track={track ?? undefined}
        size={18}
        stroke={1.8}
        aria-hidden="true"
      />
      <bdi className={`${typography.ellipsis} ${layout.grow}`}>{label}</bdi>
      {fact && <span className={`${typography.fact} ${classes.facts}`}>{fact}</span>}
      {keys && <KeyHint keys={keys} />}
    </div>
  );
}

interface Place {
  path: string;
  title: string;
  fact?: string | undefined;
}

const places: readonly Place[] = (pages as readonly Page[]).filter(
  ({ layout, path }) => (layout === 'admin' && !path.includes(':')) || path === '/about',
);

function useEntries(text: string, commands: readonly PageCommand[]) {
  const navigate = useNavigate();
  const { data, error } = useMembers(text);
  const go = (to: string) => () => void navigate(to);
  const matches = (label: string) => label.toLowerCase().includes(text.toLowerCase());
  const users = data && formatNumber(data.total);
  const query = listQuery({ q: text });
  const searches: Place[] = [
    { path: `/admin?${query}`, title: texts.usersMatching(text), fact: users },
    { path: `/admin/inbox?${query}`, title: texts.messagesMatching(text) },
  ];
  const shown = [...(text === '' ? [] : searches), ...places.filter(({ title }) => matches(title))];
  const groups: { label: string; entries: Entry[] }[] = [
    {
      label: texts.members,
      entries: (data?.members ?? []).map((member) => memberEntry(member, go(memberAddress(member.uid)))),
    },
    { label: texts.here, entries: commands.filter(({ label }) => matches(label)).map(commandEntry) },
    {
      label: texts.goTo,
      entries: shown.map(({ path, title, fact }) => ({
        key: path,
        label: title,
        icon: IconChevronRight,
        fact,
        run: go(path),
      })),
    },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    failure: error && failureMessage(error),
  };
}

const mostMembers = 5;

/** Milliseconds after the last keystroke before members are searched. */
const pause = 150;

function useMembers(text: string) {
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({
    queryKey: [...adminKey, 'found', q],
    queryFn: reads(`/api/admin/members?${listQuery({ q, limit: mostMembers })}`, memberPage),
    enabled: q !== '',
  });
  // Members who were found for another text must not be chosen.
  return q === text ? { data, error } : { data: undefined, error: null };
}

function memberEntry(member: MemberListItem, run: () => void): Entry {
  const { uid, fullName, email, studentId, developmentTrack: track } = member;
  return {
    key: `member-${uid}`,
    label: fullName || email,
    icon: track ? trackStyles[track].icon : IconChevronRight,
    track,
    fact: texts.facts(studentId, completedSteps(member)),
    run,
  };
}

function commandEntry({ label, keys }: PageCommand): Entry {
  return {
    key: `command-${label}`,
    label,
    icon: IconArrowRight,
    keys,
    // As the page is by then.
    run: () =>
      pageCommands()
        .find((command) => command.label === label)
        ?.run(),
  };
}
