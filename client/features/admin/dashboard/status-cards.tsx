import { IconCircleCheck } from '@tabler/icons-react';
import type { StreamStatus } from '#client/lib/event-stream.ts';
import { DescriptionList } from '#client/ui/description-list.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import { adminMessages, adminStatusCard, databaseStatusCard } from '#domain/admin.ts';
import { healthTexts } from '#domain/diagnostics-texts.ts';
import { useLiveStatus } from '../live.tsx';
import classes from './status-cards.module.css';

interface StatusCardsProps {
  email: string;
  /** Whether the members could be read. */
  readable: boolean;
}

/** The Admin Status card and the Database Status card (spec, point 2). */
export function StatusCards({ email, readable }: StatusCardsProps) {
  const status = useLiveStatus();
  const rows = [
    { label: adminStatusCard.email, value: <span className={classes.email}>{email}</span> },
    adminStatusCard.role,
    adminStatusCard.access,
  ];
  return (
    <div className={classes.cards}>
      <Panel title={adminStatusCard.title}>
        <DescriptionList rows={rows} />
      </Panel>
      <Panel
        title={databaseStatusCard.title}
        aside={<TextLink to="/admin/health">{healthTexts.title}</TextLink>}
      >
        <DatabaseStatus error={databaseError(readable, status)} />
      </Panel>
    </div>
  );
}

/** Why the database is not at hand, in the spec's words (point 8), or null. */
function databaseError(readable: boolean, status: StreamStatus): string | null {
  if (!readable) return adminMessages.loadFailed;
  return status === 'failed' || status === 'offline' ? adminMessages.subscriptionFailed : null;
}

/** The three green lines, or the error. */
function DatabaseStatus({ error }: { error: string | null }) {
  if (error) return <Notice tone="error">{error}</Notice>;
  return (
    <ul className={classes.lines}>
      {databaseStatusCard.lines.map((line) => (
        <li key={line} className={classes.line}>
          <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  );
}
