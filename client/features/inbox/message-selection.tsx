import type { Selection } from '#client/lib/use-selection.ts';
import { Button } from '#client/ui/button.tsx';
import { HiddenSelection } from '#client/ui/hidden-selection.tsx';
import { IconChecklist, IconTrash } from '#client/ui/page-icons.ts';
import toolbar from '#client/ui/toolbar.module.css';
import typography from '#client/ui/typography.module.css';
import { deleteManyCap, inboxMessages, type ListedSubmission } from '#domain/form-inbox.ts';

export const selectable = { keyOf: ({ id }: ListedSubmission) => id, cap: deleteManyCap };

interface MessageSelectionProps {
  selection: Selection<ListedSubmission>;
  busy: boolean;
  onDelete: (ids: string[]) => void;
}

export function MessageSelection({ selection, busy, onDelete }: MessageSelectionProps) {
  const { active, seen, start, stop, selectAll } = selection;
  if (!active) {
    return (
      <div data-screen-only className={toolbar.bar}>
        <Button variant="subtle" size="sm" icon={IconChecklist} onClick={start}>
          {inboxMessages.select}
        </Button>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div data-screen-only className={toolbar.bar} role="group" aria-label={inboxMessages.select}>
      <p className={typography.label} role="status">
        {inboxMessages.selected(seen.size)}
      </p>
      <HiddenSelection selection={selection} nouns={inboxMessages.nouns} />
      <Button
        variant="default"
        size="sm"
        disabled={seen.size === 0}
        busy={busy}
        icon={IconTrash}
        onClick={() => onDelete([...seen.keys()])}
      >
        {inboxMessages.delete}
      </Button>
      <Button variant="subtle" size="sm" onClick={() => selectAll(true)}>
        {inboxMessages.selectAll}
      </Button>
      <Button variant="subtle" size="sm" onClick={stop}>
        {inboxMessages.selectNone}
      </Button>
    </div>
  );
}
