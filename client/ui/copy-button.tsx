import { copyText } from '#client/lib/clipboard.ts';
import { useTransientMessage } from '#client/lib/use-transient-message.ts';
import { IconCheck } from '#client/ui/icons.tsx';
import { IconCopy } from '#client/ui/page-icons.ts';
import { IconButton } from './icon-button.tsx';
import { LinkButton } from './text-link.tsx';

/** How long the button shows what came of it, in milliseconds. */
const resultStay = 2_000;

interface CopyButtonProps {
  text: string;
  /** The accessible name, such as 'Copy the email address'. */
  label: string;
  /** As a link in running text, with the label. */
  inText?: boolean;
}

/** A small button beside a text that copies it. */
export function CopyButton({ text, label, inText = false }: CopyButtonProps) {
  const [result, showResult] = useTransientMessage(resultStay);
  const tone = result === 'Copied' ? 'success' : 'error';
  const copy = async () => showResult((await copyText(text)) ? 'Copied' : 'Not copied');
  if (inText) return <LinkButton onClick={copy}>{result ?? label}</LinkButton>;
  return (
    <IconButton
      icon={result === 'Copied' ? IconCheck : IconCopy}
      pixels={16}
      data-size="sm"
      label={result ?? label}
      data-tone={result ? tone : undefined}
      onClick={copy}
    />
  );
}
