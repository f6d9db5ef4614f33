import { copyText } from '#client/lib/clipboard.ts';
import { useTransientMessage } from '#client/lib/use-transient-message.ts';
import { IconCheck } from '#client/ui/icons.tsx';
import { IconCopy } from '#client/ui/page-icons.ts';
import iconButton from './icon-button.module.css';

/** How long the button shows what came of it, in milliseconds. */
const resultStay = 2_000;

interface CopyButtonProps {
  text: string;
  /** The accessible name, such as 'Copy the email address'. */
  label: string;
}

/** A small button beside a text that copies it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [result, showResult] = useTransientMessage(resultStay);
  const Icon = result === 'Copied' ? IconCheck : IconCopy;
  const tone = result === 'Copied' ? 'success' : 'error';
  return (
    <button
      type="button"
      className={iconButton.button}
      data-size="sm"
      aria-label={result ?? label}
      title={result ?? label}
      data-tone={result ? tone : undefined}
      onClick={async () => showResult((await copyText(text)) ? 'Copied' : 'Not copied')}
    >
      <Icon size={16} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
