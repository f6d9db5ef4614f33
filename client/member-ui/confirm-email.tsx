import { useQueryClient } from '@tanstack/react-query';
import { command, failureMessage } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { sessionQuery } from '#client/session/queries.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LinkButton } from '#client/ui/text-link.tsx';
import { confirmationTexts } from '#domain/mailed-links.ts';

/** Asks the member to confirm their address, and can send the link again. */
export function ConfirmEmailNotice({ text }: { text: string }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => command('/api/me/confirmation-mail', { method: 'POST', body: {} }),
    // The address may have been confirmed on another device, in which case the notice disappears.
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <Notice tone="info">
      <p>{text}</p>
      <p>
        <LinkButton aria-disabled={send.isPending} onClick={() => !send.isPending && send.mutate()}>
          {send.isPending ? confirmationTexts.sending : confirmationTexts.sendAgain}
        </LinkButton>
      </p>
      <p role="status">
        {send.isSuccess && confirmationTexts.sent}
        {send.isError && failureMessage(send.error)}
      </p>
    </Notice>
  );
}
