import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { IconChecklist, IconTrash } from '#client/ui/page-icons.ts';
import toolbar from '#client/ui/toolbar.module.css';
import typography from '#client/ui/typography.module.css';
import { deleteManyCap, inboxMessages } from '#domain/form-inbox.ts';

export function useMessageSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null);
  return {
    selected,
    start: () => setSelected(new Set()),
    stop: () => setSelected(null),
    select: (ids: readonly string[]) => setSelected(new Set(ids.slice(0, deleteManyCap))),
    toggle: (id: string) =>
      setSelected((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
  };
}

interface MessageSelectionProps {
  selection: ReturnType<typeof useMessageSelection>;
  shown: readonly string[];
  busy: boolean;
  onDelete: (ids: string[]) => void;
}

export function MessageSelection({ selection, shown, busy, onDelete }: MessageSelectionProps) {
  const { selected, start, stop, select } = selection;
  if (!selected) {
    return (
      <div data-screen-only className={toolbar.bar}>
        <Button variant="subtle" size="sm" icon={IconChecklist} onClick={start}>
          {inboxMessages.select}
        </Button>
      </div>
    );
  }
  const ticked = shown.filter((id) => selected.has(id));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div data-screen-only className={toolbar.bar} role="group" aria-label={inboxMessages.select}>
      <p className={typography.label} role="status">
        {inboxMessages.selected(ticked.length)}
      </p>
      <Button
        variant="default"
        size="sm"
        disabled={ticked.length === 0}
        busy={busy}
        icon={IconTrash}
        onClick={() => onDelete(ticked)}
      >
        {inboxMessages.delete}
      </Button>
      <Button variant="subtle" size="sm" onClick={() => select(shown)}>
        {inboxMessages.selectAll}
      </Button>
      <Button variant="subtle" size="sm" onClick={stop}>
        {inboxMessages.selectNone}
      </Button>
    </div>
  );
}
