import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '#client/ui/button.tsx';
import state from '#client/ui/empty-state.module.css';
import { HexIcon } from '#client/ui/hex-icon.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import { contactMessages, type Submission } from '#domain/contact-form.ts';
import { projectLink } from '#domain/project-link.ts';
import { sentTexts, submittingTexts } from './texts.ts';

interface MessageSentProps {
  /** The recorded project; null for a message without one. */
  project: Submission | null;
}

/** Replaces the form once a message is sent. It takes the focus because the focused button has disappeared. */
export function MessageSent({ project }: MessageSentProps) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Panel>
      <div className={`${layout.stackM} ${state.state}`}>
        <HexIcon icon={IconCircleCheck} tone="success" size="l" />
        <div ref={text} tabIndex={-1} role="status" className={`${layout.stackM} ${state.text}`}>
          <h2 className={state.title}>{project ? submittingTexts.sentTitle : sentTexts.title}</h2>
          <p>{contactMessages.sent}</p>
          {project && (
            <>
              <p>{submittingTexts.recorded(projectLink(project.githubLink)?.name ?? project.githubLink)}</p>
              <p>{submittingTexts.next}</p>
            </>
          )}
        </div>
        <div className={`${layout.row} ${state.action}`}>
          <ButtonLink to="/timeline">{sentTexts.timeline}</ButtonLink>
          <ButtonLink to="/contact" variant="default">
            {sentTexts.again}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
