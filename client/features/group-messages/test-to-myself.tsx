import { useSessionUser } from '#client/features/accounts/queries.ts';
import { failureMessage, request } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { groupMessageTested } from '#domain/group-messages.ts';
import type { MemberFilter } from '#domain/member-list.ts';
import classes from './compose.module.css';
import { composeTexts as texts } from './texts.ts';

/** Sends the email to the administrator alone, as one of the recipients would get it. */
export function TestToMyself({ text, filter }: { text: string; filter: MemberFilter }) {
  const user = useSessionUser();
  const test = useMutation({
    mutationFn: () =>
      request('/api/admin/message-test', groupMessageTested, { method: 'POST', body: { text, filter } }),
  });
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{texts.emailHelp(user?.email ?? '')}</p>
      <Button
        variant="default"
        size="sm"
        disabled={test.isPending || text.trim() === ''}
        onClick={() => test.mutate()}
      >
        {test.isPending ? texts.testing : texts.test}
      </Button>
      <div aria-live="polite">
        {test.isSuccess && (
          <Notice tone="success" inLiveRegion>
            {texts.tested(test.data.to)}
          </Notice>
        )}
        {test.isError && (
          <Notice tone="error" inLiveRegion>
            {failureMessage(test.error)}
          </Notice>
        )}
      </div>
    </div>
  );
}
