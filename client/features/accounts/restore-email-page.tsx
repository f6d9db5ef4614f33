import { LinkAction } from './link-action.tsx';
import { restoreTexts } from './link-texts.ts';
import { useRestoreEmail } from './mailed-links.ts';

/** The notice to a former email address links to this page. */
export function Component() {
  return <LinkAction texts={restoreTexts} action={useRestoreEmail()} to="/login" />;
}
