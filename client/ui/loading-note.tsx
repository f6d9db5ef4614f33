import { VisuallyHidden } from './visually-hidden.tsx';

/** Tells a screen reader what the skeletons around it tell the eye. */
export function LoadingNote() {
  return (
    <div role="status">
      <VisuallyHidden>Loading...</VisuallyHidden>
    </div>
  );
}
