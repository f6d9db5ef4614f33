import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { notFoundTexts as texts } from './texts.ts';

export function Component() {
  return (
    <EmptyState
      level={1}
      mark="404"
      title={texts.title}
      action={
        <ButtonLink variant="filled" to="/">
          {texts.toStart}
        </ButtonLink>
      }
    >
      {texts.text}
    </EmptyState>
  );
}
