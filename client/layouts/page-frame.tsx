import { Fragment, type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusPart } from '#client/lib/focus-part.ts';
import layout from '#client/ui/layout.module.css';
import typography from '#client/ui/typography.module.css';
import hidden from '#client/ui/visually-hidden.module.css';
import classes from './portal-layout.module.css';
import { frameTexts } from './texts.ts';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

interface PageFrameProps {
  /** Remounted on each page, which closes the mobile menu. */
  header: ReactNode;
  footer: ReactNode;
  /** The track whose colour marks what is current; ink without one. */
  track?: string | null | undefined;
  wide?: boolean;
  children: ReactNode;
}

/** Header, content and footer, with a skip link. Moves the focus to the content after a navigation. */
export function PageFrame({ header, footer, track, wide = false, children }: PageFrameProps) {
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  const { pathname } = useLocation();
  return (
    <div className={classes.layout} data-wide={wide || undefined} data-track={track ?? undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link to the content, which is not focusable until it is asked for. */}
      <a
        className={hidden.skip}
        href="#content"
        data-screen-only
        onClick={() => main.current && focusPart(main.current)}
      >
        {frameTexts.skip}
      </a>
      <Fragment key={pathname}>{header}</Fragment>
      <main ref={main} id="content" className={classes.main}>
        {children}
      </main>
      <footer className={`${typography.faint} ${classes.footer}`} data-screen-only>
        <div className={`${layout.ends} ${classes.footerRow}`}>{footer}</div>
      </footer>
    </div>
  );
}
