export type FormValues = Record<string, string | boolean>;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controls = 'input,select,textarea';

/** Among the elements of a form are buttons and fieldsets, and a name may stand for a list of radio buttons. */
function isControl(element: unknown): element is Control {
  return element instanceof Element && element.matches(controls);
}

/** The controls of the page as the server rendered it, and the element that had the focus. */
let early: Control[] = [];
let focused: Element | null = null;

/** Remembers the controls until React has taken the page over: it replaces them if something else has changed the page. */
export function rememberControls(root: HTMLElement): void {
  early = [...root.querySelectorAll<Control>(controls)];
  focused = document.activeElement;
}

/** The page answers now, also to what was pressed before (public/before-paint.js). */
export function forgetControls(): void {
  early = [];
  dispatchEvent(new Event('portal-started'));
}

/** The values of the controls that `known` has entries for, also of those that React has just replaced. */
export function filledIn(form: HTMLFormElement | null, known: FormValues): FormValues {
  const found: FormValues = {};
  for (const name of Object.keys(known)) {
    const now = form?.elements.namedItem(name);
    const control = early.find((each) => each.name === name) ?? now;
    if (!isControl(control)) continue;
    if (control === focused) (now as Control | null)?.focus();
    found[name] = control.type === 'checkbox' && 'checked' in control ? control.checked : control.value;
  }
  return found;
}

/** The first visible control, in the order of the page, whose name `matches`. */
export function findControl(
  form: HTMLFormElement | null,
  matches: (name: string) => boolean,
): HTMLElement | undefined {
  return [...(form?.elements ?? [])]
    .filter(isControl)
    .find(({ name, type }) => type !== 'hidden' && matches(name));
}
