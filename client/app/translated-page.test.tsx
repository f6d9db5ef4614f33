import { beforeEach, expect, it, vi } from 'vitest';
import { administrator, member, openPage, screen } from '#tests/pages/page.ts';

beforeEach(() => {
  // React and React Router report what they have caught.
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {});
});

/** Gives errors the name that they have in browsers. */
function nameErrors(method: 'insertBefore' | 'removeChild'): void {
  const original = Node.prototype[method];
  Object.assign(Node.prototype, {
    [method](this: Node, ...nodes: Node[]) {
      try {
        return Reflect.apply(original, this, nodes);
      } catch (error) {
        throw Object.assign(error as Error, { name: 'NotFoundError' });
      }
    },
  });
}

/** Wraps each text as Google Translate does. */
function translate(): void {
  nameErrors('insertBefore');
  nameErrors('removeChild');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim() !== '')) {
    const inner = document.createElement('font');
    inner.textContent = text.data;
    const outer = document.createElement('font');
    outer.append(inner);
    text.replaceWith(outer);
  }
}

it('a translated page goes on when it changes', async () => {
  const { press } = await openPage('/user-tasks', { as: member({ track: 'web' }) });
  await screen.findByRole('button', { name: 'Mark as Done' });
  translate();
  await press('Mark as Done');
  await screen.findByRole('button', { name: 'Undo' });
  expect(screen.queryByText(/Something went wrong/)).toBeNull();
});

it.each([
  ['/dashboard', member({ track: 'web', taskDone: true }), 'Profile', 'My Profile'],
  ['/admin', administrator, /^Inbox/, 'Inbox'],
] as const)('a translated page can be left: %s', async (path, as, link, heading) => {
  const { user } = await openPage(path, { as });
  const [first] = await screen.findAllByRole('link', { name: link });
  translate();
  await user.click(first as HTMLElement);
  await screen.findByRole('heading', { level: 1, name: heading });
});
