import { CopyButton } from './copy-button.tsx';
import { TextField } from './field.tsx';

/** A link that only the answer to its making shows, to hand over. */
export function HandedLink({ url, hint }: { url: string; hint: string }) {
  return (
    <TextField
      label="Link"
      description={hint}
      readOnly
      value={url}
      onFocus={(event) => event.currentTarget.select()}
      after={<CopyButton text={url} label="Copy the link" />}
    />
  );
}
