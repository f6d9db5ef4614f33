import { command } from '#client/lib/api.ts';
import { useMutation } from '#client/lib/use-mutation.ts';
import { LinkAction } from './link-action.tsx';
import { unsubscribeTexts } from './link-texts.ts';

/** The page that the unsubscribe link of a mail opens. */
export function Component() {
  const stop = useMutation({
    mutationFn: (body: { token: string }) => command('/api/unsubscribe', { method: 'POST', body }),
  });
  return <LinkAction texts={unsubscribeTexts} action={stop} to="/" />;
}
