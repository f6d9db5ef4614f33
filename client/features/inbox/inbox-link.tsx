import { useQuery } from '@tanstack/react-query';
import { NavLink } from 'react-router';
import { useLiveStatus } from '#client/features/live/live.tsx';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { inboxMessages } from '#domain/form-inbox.ts';
import classes from './inbox-link.module.css';
import { unreadQuery } from './unread.ts';

/** The link to the inbox in the administrator's header, with the number of unread messages. */
export function InboxLink({ className }: { className: string }) {
  const status = useLiveStatus();
  // The stream's first event makes the inbox refetch; fetching earlier would do it twice.
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: status !== 'connecting' });
  return (
    <NavLink className={className} to="/admin/inbox">
      {inboxMessages.title}
      {unread > 0 && (
        <span className={classes.count}>
          {unread > 99 ? '99+' : unread}
          <VisuallyHidden> {inboxMessages.unreadSuffix}</VisuallyHidden>
        </span>
      )}
    </NavLink>
  );
}
