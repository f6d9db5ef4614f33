import { ButtonAnchor } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import { Panel } from '#client/ui/panel.tsx';
import typography from '#client/ui/typography.module.css';
import { dataTexts as texts } from './texts.ts';

export function DataPanel() {
  return (
    <Panel title={texts.title}>
      <div className={layout.stackM}>
        <p className={typography.soft}>{texts.text}</p>
        <div className={layout.row}>
          <ButtonAnchor variant="default" href="/api/me/data/page" target="_blank">
            {texts.read}
          </ButtonAnchor>
          <ButtonAnchor variant="default" href="/api/me/data" download="my-data.json">
            {texts.download}
          </ButtonAnchor>
        </div>
      </div>
    </Panel>
  );
}
