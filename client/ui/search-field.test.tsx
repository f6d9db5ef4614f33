import { fireEvent } from '@testing-library/dom';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { portalUrl } from '#tests/helpers/app.ts';
import { screen, takePageClock } from '#tests/pages/page.ts';
import { openWindow } from '#tests/pages/window.ts';
import { SearchField } from './search-field.tsx';

it('searches a moment after the last keystroke, even if its page renders again meanwhile', async () => {
  const clock = takePageClock();
  openWindow(new URL(portalUrl).href);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  const onSearch = vi.fn();
  const render = () =>
    flushSync(() =>
      root.render(
        <SearchField
          label="Search"
          placeholder="Name"
          maxLength={20}
          value=""
          onSearch={(text) => onSearch(text)}
        />,
      ),
    );
  render();
  fireEvent.input(screen.getByRole('textbox', { name: 'Search' }), { target: { value: 'asha' } });
  await clock.pass(200);
  render();
  await clock.pass(200);
  expect(onSearch.mock.calls).toEqual([['asha']]);
});
