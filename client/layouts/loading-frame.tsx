import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import skeleton from '#client/ui/skeleton.module.css';
import hidden from '#client/ui/visually-hidden.module.css';
import { BareHeader } from './portal-header.tsx';
import { PortalFrame } from './portal-layout.tsx';

/** A member's page until its script has loaded (client/prerender.tsx). */
export function LoadingFrame() {
  return (
    <PortalFrame header={<BareHeader />}>
      <div role="status">
        <h1 className={hidden.hidden}>Loading...</h1>
      </div>
      <div className={layout.stack2Xl}>
        <Placeholder width="60%" height={40} />
        {[200, 160].map((height) => (
          <Panel key={height}>
            <div className={layout.stackL}>
              <Placeholder width="30%" height={16} />
              <Placeholder width="100%" height={height} />
            </div>
          </Panel>
        ))}
      </div>
    </PortalFrame>
  );
}

/** An SVG element needs no `style` for its size: the Content-Security-Policy refuses that attribute in HTML. */
function Placeholder(size: { width: string; height: number }) {
  return <svg className={skeleton.skeleton} {...size} aria-hidden="true" />;
}
