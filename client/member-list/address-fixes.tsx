import { Link } from 'react-router';
import { request } from '#client/lib/api.ts';
import { copyText } from '#client/lib/clipboard.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { useNotifyOnFailure } from '#client/live/use-notify-on-failure.ts';
import { memberAddress } from '#client/member-ui/member-address.ts';
import iconButton from '#client/ui/icon-button.module.css';
import { IconButton } from '#client/ui/icon-button.tsx';
import { useNotify } from '#client/ui/notifications.tsx';
import { IconKey, IconPencil } from '#client/ui/page-icons.ts';
import { resetLink } from '#domain/member-account.ts';
import { selectionTexts, cellTexts as texts } from './texts.ts';

interface AddressFixesProps {
  uid: string;
  email: string;
  list: string;
}

/** For a member whom no email reaches: a reset link to hand over, and the way to correct the address. */
export function AddressFixes({ uid, email, list }: AddressFixesProps) {
  const notify = useNotify();
  const notifyOnFailure = useNotifyOnFailure();
  const link = useMutation({
    mutationFn: () =>
      request(`/api/admin/members/${encodeURIComponent(uid)}/reset-link`, resetLink, {
        method: 'POST',
        body: {},
      }),
  });

  async function copyLink() {
    const made = await notifyOnFailure(link.mutateAsync(), (reason) => ({ text: reason }));
    if (!made) return;
    const isCopied = await copyText(made.url);
    notify(
      isCopied
        ? { tone: 'success', text: texts.linkCopied(email) }
        : { tone: 'error', text: selectionTexts.copyFailed },
    );
  }

  return (
    <>
      <IconButton
        icon={IconKey}
        pixels={16}
        data-size="sm"
        label={texts.copyLink(email)}
        disabled={link.isPending}
        onClick={() => void copyLink()}
      />
      <Link
        className={iconButton.button ?? ''}
        data-size="sm"
        aria-label={texts.correct(email)}
        title={texts.correct(email)}
        to={memberAddress(uid)}
        state={{ list, edit: true }}
      >
        <IconPencil size={16} stroke={1.8} aria-hidden="true" />
      </Link>
    </>
  );
}
