import { confirmationTexts } from '#domain/mailed-links.ts';
import { LinkAction } from './link-action.tsx';
import { useConfirmEmail } from './mailed-links.ts';

/** The mail to a new address links to this page. */
export function Component() {
  return <LinkAction texts={confirmationTexts} action={useConfirmEmail()} to="/" />;
}
