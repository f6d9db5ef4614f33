import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '#client/lib/api.ts';
import { formatNumber } from '#client/lib/format.ts';
import { usePageCommands } from '#client/lib/page-commands.ts';
import { Button, ButtonAnchor } from '#client/ui/button.tsx';
import { Choice } from '#client/ui/choice.tsx';
import layout from '#client/ui/layout.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { IconDownload, IconMailOpened } from '#client/ui/page-icons.ts';
import { SearchField } from '#client/ui/search-field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import toolbar from '#client/ui/toolbar.module.css';
import {
  type InboxFilter,
  type InboxPage,
  inboxMessages,
  kindFilterLabels,
  kindFilters,
  readStateLabels,
  readStates,
} from '#domain/form-inbox.ts';
import { useMarkAllRead } from './mutations.ts';
import { exportAddress } from './queries.ts';
import { unreadQuery } from './unread.ts';

interface InboxToolbarProps {
  filter: InboxFilter;
  page: InboxPage | undefined;
  onChange: (part: Partial<InboxFilter>) => void;
}

export function InboxToolbar({ filter, page, onChange }: InboxToolbarProps) {
  // Undefined until the list is loaded; null if it is empty.
  const { forms = [], newest } = page ?? {};
  const { data: unread = 0 } = useQuery(unreadQuery);
  const markAll = useMarkAllRead();
  usePageCommands([
    ...(unread > 0 && newest ? [{ label: inboxMessages.markAll, run: () => markAll.mutate(newest) }] : []),
    { label: inboxMessages.export, run: () => window.location.assign(exportAddress(filter)) },
  ]);
  return (
    <>
      <div className={toolbar.toolbar}>
        <SearchField
          label={inboxMessages.search}
          placeholder={inboxMessages.search}
          maxLength={200}
          value={filter.q}
          onSearch={(q) => onChange({ q })}
        />
        <Choice
          inline
          label={inboxMessages.show}
          name="state"
          options={readStates.map((state) => ({
            value: state,
            label: readStateLabels[state],
            count: state === 'unread' && unread > 0 && formatNumber(unread),
          }))}
          value={filter.state}
          onChange={(state) => onChange({ state })}
        />
        <div className={layout.pairs}>
          <SelectField
            aria-label={inboxMessages.kind}
            options={kindFilters.map((kind) => ({ value: kind, label: kindFilterLabels[kind] }))}
            value={filter.kind}
            onChange={(event) =>
              onChange({ kind: kindFilters.find((one) => one === event.currentTarget.value) ?? 'any' })
            }
          />
          <SelectField
            aria-label={inboxMessages.form}
            options={[
              { value: '', label: inboxMessages.allForms },
              ...forms.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            value={filter.form}
            onChange={(event) => onChange({ form: event.currentTarget.value })}
          />
        </div>
        <div className={toolbar.buttons}>
          <ButtonAnchor size="sm" href={exportAddress(filter)} download icon={IconDownload}>
            {inboxMessages.export}
          </ButtonAnchor>
          {unread > 0 && newest !== null && (
            <Button
              size="sm"
              busy={!newest || markAll.isPending}
              icon={IconMailOpened}
              onClick={() => newest && markAll.mutate(newest)}
            >
              {inboxMessages.markAll}
            </Button>
          )}
        </div>
      </div>
      {markAll.isError && (
        <Notice tone="error">{inboxMessages.markAllFailed(failureMessage(markAll.error))}</Notice>
      )}
    </>
  );
}
