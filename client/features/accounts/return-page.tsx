import { LinkAction } from './link-action.tsx';
import { returnTexts } from './link-texts.ts';
import { useReturn } from './mailed-links.ts';

/** The email to somebody who left links to this page. */
export function Component() {
  return <LinkAction texts={returnTexts} action={useReturn()} to="/login" />;
}
