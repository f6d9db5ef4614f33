import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { failureMessage, request } from '#client/lib/api.ts';
import { cacheAnswer } from '#client/lib/cache-answer.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { IconTrash } from '#client/ui/page-icons.ts';
import typography from '#client/ui/typography.module.css';
import { feedbackTexts } from '#domain/desk-texts.ts';
import { type Snippet, type SnippetKind, snippetList } from '#domain/review.ts';
import { snippetAddresses, snippetsQuery } from './queries.ts';
import classes from './snippets.module.css';

interface SnippetsProps {
  kind: SnippetKind;
  label: string;
  /** Texts to begin with, which are not saved. */
  starters?: readonly string[];
  button: RefObject<HTMLButtonElement | null>;
  draft: string;
  onInsert: (text: string) => void;
  children: ReactNode;
}

export function Snippets({ kind, label, starters = [], button, draft, onInsert, children }: SnippetsProps) {
  const [open, setOpen] = useState(false);
  /** The saved text that was inserted last. */
  const [inserted, setInserted] = useState<Snippet | null>(null);
  const { data } = useQuery(snippetsQuery(kind));
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ path, ...options }: { method: 'POST' | 'DELETE'; path: string; body: object }) =>
      request(`${snippetAddresses[kind]}${path}`, snippetList, options),
    onSuccess: (answer) => cacheAnswer(client, snippetsQuery(kind).queryKey, answer),
  });
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const texts = data?.snippets ?? [];
  const replaced = texts.find(({ id: snippetId }) => snippetId === inserted?.id);
  const canSave = draft !== '' && !texts.some(({ text }) => text === draft);

  useEffect(() => {
    if (open) list.current?.querySelector('button')?.focus();
  }, [open]);

  const save = (replaces?: string) =>
    change.mutate({ method: 'POST', path: '', body: { text: draft, replaces } });
  const insert = (text: string, from: Snippet | null = null) => {
    setOpen(false);
    setInserted(from);
    onInsert(text);
  };

  return (
    <div className={layout.row}>
      <Button ref={button} size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {label}
      </Button>
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the list from any of its buttons */}
      <div
        ref={list}
        id={id}
        className={`${layout.card} ${layout.stackS} ${classes.list}`}
        hidden={!open}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setOpen(false);
          button.current?.focus();
        }}
      >
        {texts.length + starters.length === 0 && (
          <p className={typography.note}>{feedbackTexts.noSnippets}</p>
        )}
        {texts.map((snippet) => (
          <SavedText
            key={snippet.id}
            text={snippet.text}
            onInsert={() => insert(snippet.text, snippet)}
            onDelete={() => change.mutate({ method: 'DELETE', path: `/${snippet.id}`, body: {} })}
          />
        ))}
        <Starters texts={starters} onInsert={(text) => insert(text)} />
        {canSave && <SaveButtons busy={change.isPending} replaced={replaced} onSave={save} />}
        {change.isError && <Notice tone="error">{failureMessage(change.error)}</Notice>}
      </div>
    </div>
  );
}

interface SaveButtonsProps {
  busy: boolean;
  replaced: Snippet | undefined;
  onSave: (replaces?: string) => void;
}

function SaveButtons({ busy, replaced, onSave }: SaveButtonsProps) {
  return (
    <>
      <Button variant="subtle" size="sm" busy={busy} onClick={() => onSave()}>
        {feedbackTexts.saveSnippet}
      </Button>
      {replaced && (
        <Button variant="subtle" size="sm" busy={busy} onClick={() => onSave(replaced.id)}>
          {feedbackTexts.replaceSnippet(replaced.text)}
        </Button>
      )}
    </>
  );
}

interface SavedTextProps {
  text: string;
  onInsert: () => void;
  onDelete: () => void;
}

function SavedText({ text, onInsert, onDelete }: SavedTextProps) {
  return (
    <div className={layout.media}>
      <button
        type="button"
        className={classes.text}
        aria-label={feedbackTexts.insertSnippet(text)}
        onClick={onInsert}
      >
        <span className={typography.clamp}>{text}</span>
      </button>
      <IconButton icon={IconTrash} label={feedbackTexts.deleteSnippet(text)} onClick={onDelete} />
    </div>
  );
}

function Starters({ texts, onInsert }: { texts: readonly string[]; onInsert: (text: string) => void }) {
  return texts.map((text) => (
    <button
      key={text}
      type="button"
      className={classes.text}
      aria-label={feedbackTexts.insertSnippet(text)}
      onClick={() => onInsert(text)}
    >
      {text}
    </button>
  ));
}
